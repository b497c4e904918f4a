import { emptySchema } from '../../../test/support/store/test-database.js';
import { testReports, testWrites } from '../../../test/support/store/test-writes.js';
import { silentLogger } from '../../logger.js';
import { openStore } from '../open-store.js';
import { describeStore } from '../store.case.js';

describeStore('over PostgreSQL', async () => {
  let database = emptySchema();
  const open = () => openStore({ database, writes: testWrites, reports: testReports, logger: silentLogger });
  return {
    async open() {
      database = emptySchema();
      return open();
    },
    reopen: async () => open(),
    end: async () => {},
  };
});
