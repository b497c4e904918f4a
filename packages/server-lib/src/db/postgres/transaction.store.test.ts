import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newSchema } from '../../../test/support/store/test-database.js';
import { inTransaction } from './transaction.js';

const [url = ''] = newSchema().split('?schema=');
const pool = new pg.Pool({ connectionString: url });
afterAll(() => pool.end());

/** How soon other instances continue after one of them hangs in a transaction, in milliseconds. */
const promised = 3_000;

test.each(['idle_in_transaction_session_timeout', 'lock_timeout'])(
  'the server ends the transaction of a hanging instance within the promised time, by %s',
  async (name) => {
    const { rows } = await inTransaction(pool, (pipeline) =>
      pipeline.query({ text: 'select setting from pg_settings where name = $1', values: [name] }),
    );
    const [limit] = rows.map((row) => Number(Reflect.get(Object(row), 'setting')));
    expect(limit).toBeGreaterThan(0);
    // The server needs some time to notice and to end the transaction.
    expect(limit).toBeLessThan(promised - 250);
  },
);
