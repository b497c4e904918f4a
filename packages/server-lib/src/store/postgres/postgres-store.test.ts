import { startPostgres } from '../../../test/support/store/postgres-server.js';
import { testWrites } from '../../../test/support/store/test-writes.js';
import { silentLogger } from '../../logger.js';
import { describeStore } from '../store.case.js';
import { openPostgresStore } from './postgres-store.js';

describeStore('over PostgreSQL', async () => {
  const server = await startPostgres();
  let nth = 0;
  const open = () =>
    openPostgresStore({ database: server.url, schema: `store ${nth}`, writes: testWrites, logger: silentLogger });
  return {
    async open() {
      nth++;
      return open();
    },
    reopen: async () => open(),
    end: () => server.stop(),
  };
});
