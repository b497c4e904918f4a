import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, register } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** Returns the fields that a password manager fills in, by the id of their form: [autocomplete, name, value]. */
async function credentialsOn(browser: FormBrowser, path: string) {
  const { text } = await browser.open(path);
  const forms = [...text.matchAll(/<form [^>]*id="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
  return Object.fromEntries(
    forms.map(([, id = '', body = '']) => [
      id,
      [...body.matchAll(/<input [^>]*>/g)]
        .map(([tag]) => [attribute(tag, 'autocomplete'), attribute(tag, 'name'), attribute(tag, 'value')])
        .filter(([autocomplete]) => /^(username|.*-password)$/.test(autocomplete ?? '')),
    ]),
  );
}

test('every form with a password has a username for password managers', async () => {
  const otherBrowser = createFormBrowser(server);
  expect(await credentialsOn(otherBrowser, '/login')).toEqual({
    login: [
      ['username', 'email', ''],
      ['current-password', 'password', undefined],
    ],
  });
  expect(await credentialsOn(otherBrowser, '/register')).toEqual({
    register: [
      ['username', 'email', ''],
      ['new-password', 'password', undefined],
    ],
  });
  // The username has no name, so it is not sent: the server rejects unknown fields.
  expect(await credentialsOn(owner, '/dashboard/account')).toEqual({
    name: [],
    email: [
      ['username', undefined, 'owner@example.com'],
      ['current-password', 'current_password', undefined],
    ],
    password: [
      ['username', undefined, 'owner@example.com'],
      ['current-password', 'current_password', undefined],
      ['new-password', 'new_password', undefined],
    ],
    import: [],
    deletion: [
      ['username', undefined, 'owner@example.com'],
      ['current-password', 'password', undefined],
    ],
  });
});

test('hides the username that only password managers need', async () => {
  const { text } = await owner.open('/dashboard/account');
  const usernames = [...text.matchAll(/<input [^>]*autocomplete="username"[^>]*>/g)].map(([tag]) => tag);
  expect(usernames).toHaveLength(3);
  for (const tag of usernames) expect(tag).toMatch(/ hidden readonly>$/);
});
