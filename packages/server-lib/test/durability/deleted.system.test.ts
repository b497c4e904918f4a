import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exposeServices } from '../../src/create-askwell.js';
import { assembleServices, type Services } from '../../src/instance/assemble-services.js';
import { sessionCookieName } from '../../src/owners/access/session-cookie.js';
import { call } from '../support/http/http-client.js';
import { runCli } from '../support/processes/run-cli.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Enough to split and merge pages, which leaves copies of rows in them. */
const submissions = 900;

let folder: string;
let database: string;
let server: ServedCli | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true });
});

/** Returns the texts that occur in the files. No connection of this process may have them open. */
function found(texts: readonly string[], files = [database, `${database}-wal`]): string[] {
  const bytes = files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
  return texts.filter((text) => bytes.some((content) => content.includes(text)));
}

async function expectGone(texts: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(found(texts)).toEqual([]), { timeout: 20_000, interval: 100 });
  const copy = join(folder, `copy-${texts.length}.db`);
  expect(await runCli(['backup', copy], { env: { DATABASE_URL: database } })).toMatchObject({ code: 0 });
  expect(found(texts, [copy])).toEqual([]);
  await rm(copy);
}

/** Creates three forms whose submissions alternate, so that their rows share pages. */
async function prepare(): Promise<{ owner: Owner; key: string; cookie: string; forms: string[]; answers: string[][] }> {
  const services: Services = assembleServices({ database });
  const askwell = exposeServices(services);
  const owner = await createOwner(services);
  const key = await owner.key();
  const account = owner.session.account;
  const token = await services.sessions.open(account.id, 'test', undefined);
  const fields = [{ type: 'long_text', label: 'Words' }] as const;
  const created = await Promise.all(
    [1, 2, 3].map((n) => askwell.forms.create(account, { title: `Form${n}`, fields: [...fields] })),
  );
  const forms = created.map(({ id }) => id);
  const answers: string[][] = forms.map(() => []);
  for (let nth = 0; nth < submissions; nth++) {
    const at = (nth * 7) % 3;
    const words = `${textOf(at, nth)} ${'x'.repeat((nth * 37) % 300)}`;
    const { id } = await askwell.forms.submit(forms[at] ?? '', { answers: { f1: words } });
    answers[at]?.push(id);
  }
  await askwell.close();
  return { owner, key, cookie: `${sessionCookieName({ base: '', secure: false })}=${token}`, forms, answers };
}

function textOf(form: number, nth: number): string {
  return `secret-${form}-${String(nth).padStart(5, '0')}-said`;
}

/** Returns the texts of a form in the order of submission. */
function textsOf(form: number): string[] {
  return Array.from({ length: submissions }, (_, nth) => nth)
    .filter((nth) => (nth * 7) % 3 === form)
    .map((nth) => textOf(form, nth));
}

test('deleted data is erased from the database, its WAL and new backups', { timeout: 120_000 }, async () => {
  const { owner, key, cookie, forms, answers } = await prepare();
  const served = await serveCli(database);
  server = served;
  expect(found(textsOf(0))).toEqual(textsOf(0));

  const some = (_: unknown, nth: number) => nth % 3 === 0;
  for (const id of (answers[0] ?? []).filter(some)) {
    const { status } = await call(served, 'DELETE', `/api/v1/forms/${forms[0]}/submissions/${id}`, { key });
    expect(status).toBe(204);
  }
  await expectGone(textsOf(0).filter(some));
  expect(found(textsOf(0))).toHaveLength(textsOf(0).length - textsOf(0).filter(some).length);

  expect((await call(served, 'DELETE', `/api/v1/forms/${forms[0]}/submissions?all=true`, { key })).status).toBe(204);
  await expectGone(textsOf(0));
  expect((await call(served, 'DELETE', `/api/v1/forms/${forms[1]}`, { key })).status).toBe(204);
  await expectGone(textsOf(1));
  expect(found([...textsOf(2), owner.email])).toEqual([...textsOf(2), owner.email]);

  const reply = await call(served, 'POST', '/dashboard/account/delete', {
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: String(new URLSearchParams({ password: owner.password })),
  });
  expect(reply.status).toBe(303);
  await expectGone([...textsOf(2), owner.email, 'Form3']);
});
