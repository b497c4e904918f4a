import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCli, serveCli, spawnCli } from '../support/cli.js';
import { type Acknowledged, createSite, faultsIn, type Prepared, prepareDatabase, sitesIn } from './fixture.js';

const writers = 4;

let prepared: Prepared;
let server: ServedCli;

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: writers, keys: 1 });
  server = await serveCli(prepared.database);
});
afterAll(async () => {
  await server.stop();
  await prepared.end();
});

test('a backup under load is sound, and holds all that was acknowledged before it began', async () => {
  const kept: Acknowledged[] = prepared.owners.map(() => new Map());
  let done = false;

  async function write(writer: number): Promise<void> {
    const key = prepared.owners[writer]?.keys[0]?.raw ?? '';
    for (let nth = 0; !done; nth++) {
      // An account takes so many sites; from then on the same are asked for again.
      const name = `${nth % 900}`;
      const id = await createSite(server, key, name);
      kept[writer]?.set(name, id);
    }
  }

  const writing = Promise.all(kept.map((_, writer) => write(writer)));
  for (const nth of [1, 2, 3]) {
    const wanted = nth * 60;
    while (Math.min(...kept.map(({ size }) => size)) < wanted) await new Promise((resolve) => setImmediate(resolve));
    const before = kept.map((acknowledged) => new Map(acknowledged));
    const copy = join(prepared.folder, `copy${nth}.db`);
    const env = { DATABASE_URL: prepared.database };
    expect(await spawnCli(['backup', copy], { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await spawnCli(['check'], { env: { DATABASE_URL: copy } })).toMatchObject({ code: 0, stderr: '' });
    expect(faultsIn(copy)).toEqual([]);
    for (const [at, { account }] of prepared.owners.entries()) {
      const found = sitesIn(copy, account);
      for (const [name, id] of before[at] ?? []) expect(found.get(name)).toBe(id);
    }
  }
  expect(await spawnCli(['check'], { env: { DATABASE_URL: prepared.database } })).toMatchObject({ code: 0 });
  done = true;
  await writing;
});
