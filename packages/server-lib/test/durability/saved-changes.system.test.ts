import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditor, sendDraft } from '../support/browser/editor-client.js';
import { createFormBrowser } from '../support/browser/form-browser.js';
import { call } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { soakFactor } from '../support/soak-factor.js';
import { integrityErrors, type Prepared, prepareDatabase } from './fixture.js';

const rounds = 3 * soakFactor;

let prepared: Prepared;
let server: ServedCli;
beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 1, keys: 1 });
  server = await serveCli(prepared.database);
});
afterAll(async () => {
  await server.stop();
  await prepared.end();
});

/** Opens the editor of an ask as its owner, in the dashboard of the current server. */
async function openAsOwner(path: string) {
  const browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin', accept: 'application/json' });
  const [name = '', value = ''] = (prepared.owners[0]?.cookie ?? '').split('=');
  browser.cookies.set(name, value);
  const { fields } = await openEditor(browser, path);
  return { browser, values: new Map(fields) };
}

test(`kill -9 loses no change that the editor showed as saved, in ${rounds} rounds`, { timeout: 300_000 }, async () => {
  const key = prepared.owners[0]?.keys[0]?.raw ?? '';
  const body = { title: 'Before', options: ['a', 'b'] };
  const id = textIdIn(await call(server, 'POST', '/api/v1/polls', { key, body }));
  const path = `/dashboard/asks/${id}/edit`;
  for (let round = 0; round < rounds; round++) {
    const { browser, values } = await openAsOwner(path);
    let acknowledged = values.get('title') ?? '';
    let revision = values.get('revision') ?? '';
    let sent = acknowledged;
    const killAfter = 1 + ((round * 7) % 20);
    for (let nth = 1; ; nth++) {
      // The last save is sent while the server is killed.
      sent = `Round ${round}, change ${nth}`;
      const saving = sendDraft(browser, id, revision, { title: sent, options: body.options });
      if (nth > killAfter) server.child.kill('SIGKILL');
      const reply = await saving.catch(() => null);
      if (!reply) break;
      expect(reply.status).toBe(200);
      acknowledged = sent;
      revision = String(Object(JSON.parse(reply.text)).revision);
    }
    await server.ended;
    server = await serveCli(prepared.database);
    expect(integrityErrors(prepared.database)).toEqual([]);
    const { values: stored } = await openAsOwner(path);
    expect([acknowledged, sent]).toContain(stored.get('title'));
  }
});
