import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCli, serveCli, spawnCli } from '../support/processes/spawn-cli.js';
import { type Acknowledged, createSite, integrityErrors, type Prepared, prepareDatabase, sitesIn } from './fixture.js';

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

test('a backup under load is undamaged and contains every write that was acknowledged before', async () => {
  const acknowledged: Acknowledged[] = prepared.owners.map(() => new Map());
  let done = false;

  async function write(writer: number): Promise<void> {
    const key = prepared.owners[writer]?.keys[0]?.raw ?? '';
    for (let nth = 0; !done; nth++) {
      // An account has a limit of sites; later requests repeat earlier ones.
      const name = `${nth % 900}`;
      const id = await createSite(server, key, name);
      acknowledged[writer]?.set(name, id);
    }
  }

  const writing = Promise.all(acknowledged.map((_, writer) => write(writer)));
  for (const nth of [1, 2, 3]) {
    const wanted = nth * 60;
    while (Math.min(...acknowledged.map(({ size }) => size)) < wanted)
      await new Promise((resolve) => setImmediate(resolve));
    const before = acknowledged.map((sites) => new Map(sites));
    const copy = join(prepared.folder, `copy${nth}.db`);
    const env = { DATABASE_URL: prepared.database };
    expect(await spawnCli(['backup', copy], { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await spawnCli(['check'], { env: { DATABASE_URL: copy } })).toMatchObject({ code: 0, stderr: '' });
    expect(integrityErrors(copy)).toEqual([]);
    for (const [at, { account }] of prepared.owners.entries()) {
      const found = sitesIn(copy, account);
      for (const [name, id] of before[at] ?? []) expect(found.get(name)).toBe(id);
    }
  }
  expect(await spawnCli(['check'], { env: { DATABASE_URL: prepared.database } })).toMatchObject({ code: 0 });
  done = true;
  await writing;
});
