import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session } from '../../src/owners/access/session.js';
import { useServedDatabase } from '../support/processes/served-database.js';
import { cliFile } from '../support/processes/spawn-cli.js';
import { createKey } from '../support/servers/create-owner.js';

const served = useServedDatabase();

test('sets the first line of standard input as the password and ends all sessions', async () => {
  const token = await served.services.sessions.open(served.owner.session.account.id, 'test', undefined);
  expect(await served.services.sessions.verify(token)).not.toBeNull();
  const { code, stdout, stderr } = await served.spawn(['reset-password', served.owner.email.toUpperCase()], {
    input: 'a new pass phrase\r\nand another line\n',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^The password of .* was changed\. All sessions ended\.\n/);
  expect(stdout).not.toContain('pass phrase');
  expect(code).toBe(0);
  expect(await served.services.sessions.verify(token)).toBeNull();
  const { email } = served.owner;
  expect(await served.services.accounts.signIn(served.owner, { client: 'test' })).toBeNull();
  expect(
    await served.services.accounts.signIn({ email, password: 'a new pass phrase' }, { client: 'test' }),
  ).toMatchObject({
    email,
  });
});

test('lists ended sessions and remaining keys, and deletes the keys with --revoke-keys', async () => {
  const { id } = served.owner.session.account;
  await served.services.sessions.open(
    id,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    undefined,
  );
  const { row } = await served.services.accounts.ensure({ id: 'u1', name: 'Other', email: 'other@example.com' }, false);
  const raw = await served.owner.key();
  const { raw: others } = await createKey(served.services, Session.verify(row, null), { name: 'Theirs' });
  await createKey(served.services, served.owner.session, { name: 'A \u001b[2J key' });
  const input = 'a new pass phrase\n';

  const first = await served.run(['reset-password', served.owner.email], { input });
  const lines = first.stdout.split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}Firefox on Linux, last used \d{4}-\d\d-\d\dT[\d:.]+Z$/));
  const heading = lines.findIndex((line) => / API keys still work\. .* --revoke-keys:$/.test(line));
  expect(heading).toBeGreaterThan(0);
  const masked = `ask_${raw.slice(4, 8)}••••••${raw.slice(-4)}`;
  expect(lines.slice(heading)).toContain(`  ${masked}  Test, last used never`);
  expect(lines.slice(heading).join()).toContain('A  [2J key, last used never');
  expect(first.stdout).not.toContain('\u001b');
  expect(first.stdout).not.toContain(raw);
  expect(await served.services.authenticate(raw)).not.toBeNull();

  const second = await served.run(['reset-password', served.owner.email, '--revoke-keys'], { input });
  expect(second.stdout).toMatch(/No sessions were open\.\n\d+ API keys were deleted:\n/);
  expect(second.stdout).toContain(masked);
  expect([await served.services.authenticate(raw), await served.services.authenticate(others)]).toEqual([
    null,
    expect.anything(),
  ]);
  const third = await served.run(['reset-password', served.owner.email, '--revoke-keys'], { input });
  expect(third.stdout).toContain('The account has no API keys.');
  const kinds = (await served.services.securityEvents.list(id)).map((event) => event.kind);
  expect(kinds.slice(0, 2)).toEqual(['keys_revoked', 'password_reset']);
});

test('fails for an unknown email', async () => {
  const end = await served.spawn(['reset-password', 'nobody@example.com'], { input: 'a new pass phrase\n' });
  expect(end).toEqual({ code: 1, stdout: '', stderr: 'askwell: No account has the email nobody@example.com.\n' });
});

test.each([
  ['', /No password was entered\. Nothing was changed\./],
  ['short\n', /Invalid password\. Must have at least 8 characters\./],
  ['Password123\n', /Invalid password\. Too common: attackers try such passwords first\. Choose another password\./],
  ['example.com\n', /Invalid password\. Must not be your name or email, or a part of them\./],
  [`${'x'.repeat(201)}\n`, /Invalid password\. Must have at most 200 characters\./],
])('refuses %j as the password, and keeps the old one', async (input, sentence) => {
  const { code, stderr } = await served.run(['reset-password', served.owner.email], { input });
  expect(stderr).toMatch(sentence);
  expect(code).toBe(1);
  expect(await served.services.accounts.signIn(served.owner, { client: 'test' })).not.toBeNull();
});

test('creates no database and no secret', async () => {
  await rm(`${served.database}.secret`);
  expect((await served.run(['reset-password', served.owner.email], { input: 'a new pass phrase\n' })).code).toBe(0);
  expect(existsSync(`${served.database}.secret`)).toBe(false);
  const { code } = await served.run(['reset-password', 'a@example.com', '--database-url', 'typo.db'], { input: 'x\n' });
  expect([code, existsSync(join(served.folder, 'typo.db'))]).toEqual([1, false]);
});

describe('at a terminal', () => {
  /** Types one line at each prompt of a real terminal. Returns the exit code and the whole screen. */
  async function type(lines: readonly string[]): Promise<{ code: number | null; screen: string }> {
    const words = [process.execPath, cliFile, 'reset-password', served.owner.email, '--database-url', served.database];
    const bsd = process.platform === 'darwin';
    const args = bsd ? ['-q', '/dev/null', ...words] : ['-qec', words.join(' '), '/dev/null'];
    const child = spawn('script', args, { stdio: 'pipe' });
    let screen = '';
    let answered = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk;
      const prompts = screen.match(/(New password|Repeat the password): /g)?.length ?? 0;
      for (; answered < prompts; answered++) child.stdin.write(lines[answered] ?? '');
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, screen };
  }

  test('asks twice and shows nothing of the password', async () => {
    const { code, screen } = await type(['a typd\x7fed phrase\r', 'a typed phrase\r']);
    expect(screen).not.toMatch(/phrase|typ/);
    expect(screen).toMatch(/The password of .* was changed\./);
    expect(code).toBe(0);
    expect(
      await served.services.accounts.signIn(
        { email: served.owner.email, password: 'a typed phrase' },
        { client: 'test' },
      ),
    ).not.toBeNull();
  });

  test.each([
    [
      'two passwords that differ',
      ['first phrase\r', 'second phrase\r'],
      'The passwords do not match. Nothing was changed.',
    ],
    ['Ctrl-C', ['half a phr\x03'], 'No password was entered. Nothing was changed.'],
    ['Ctrl-D', ['\x04'], 'No password was entered. Nothing was changed.'],
  ])('changes nothing after %s', async (_, lines, sentence) => {
    const { code, screen } = await type(lines);
    expect(screen).toContain(sentence);
    expect(screen).not.toContain('phr');
    expect(code).toBe(1);
    expect(await served.services.accounts.signIn(served.owner, { client: 'test' })).not.toBeNull();
  });
});
