import { createRequire } from 'node:module';
import { stepsPerSecond } from '../timing.js';

const { Pool } = createRequire(new URL('../../../packages/server-lib/package.json', import.meta.url))('pg');

/** Inserts one row per commit over several connections, where `pgbench` is not installed. */
export const open = (/** @type {{ url: string, insert: string, clients: number }} */ { url, insert, clients }) => {
  const pool = new Pool({ connectionString: url, max: clients });
  return {
    /** @param {{ lanes: number, seconds: number }} measure */
    run: (measure) => stepsPerSecond(measure, () => () => pool.query({ name: 'insert', text: insert })),
    close: () => pool.end(),
  };
};
