import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from '../support/processes/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let cwd: string;

beforeAll(async () => {
  cwd = await temporaryFolder();
});
afterAll(() => rm(cwd, { recursive: true }));

const commands = [
  ...['serve', 'init', 'backup', 'check', 'purge', 'export', 'import', 'move', 'reset-password', 'api', 'mcp'],
];
const settings = [
  ...['PORT', 'HOST', 'DATABASE_URL', 'BASE_URL', 'TRUST_PROXY', 'SECRET', 'REGISTRATION'],
  ...['DATABASE_CONNECTIONS', 'MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_CLIENT'],
  ...['ACCOUNT_REQUESTS', 'QUOTA_ASKS', 'QUOTA_DEFINITION_BYTES', 'QUOTA_TICKETS', 'MCP'],
];

test('--help names every command, setting and flag', async () => {
  const { code, stdout, stderr } = await runCli(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  for (const command of commands) expect(stdout).toContain(`askwell ${command}`);
  for (const name of settings) {
    expect(stdout).toContain(`${name}, --${name.toLowerCase().replaceAll('_', '-')} `);
  }
  for (const name of ['ASKWELL_BASE_URL, --base-url', 'ASKWELL_API_KEY ', 'ASKWELL_API_KEY_FILE, --api-key-file']) {
    expect(stdout).toContain(`  ${name}`);
  }
  expect((await runCli(['-h'])).stdout).toBe(stdout);
  expect((await runCli(['help'])).stdout).toBe(stdout);
});

test.each(commands)('prints the help of %s by --help, -h and help', async (command) => {
  const { code, stdout } = await runCli([command, '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: askwell ${command}`));
  expect((await runCli(['help', command])).stdout).toBe(stdout);
  expect((await runCli([command, '-h'])).stdout).toBe(stdout);
});

test.each([
  ['move', 'servers of the target need it in ASKWELL_SECRET or SECRET.'],
  ['backup', 'which is in\nASKWELL_SECRET, in SECRET or in a file next to the database'],
])('the help of %s names both variables of the secret', async (command, text) => {
  expect((await runCli([command, '--help'])).stdout.replace(/\n +/g, '\n')).toContain(text);
});

test('--version prints the version of the package', async () => {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const expected = { code: 0, stdout: `${manifest.version}\n`, stderr: '' };
  expect(await runCli(['--version'])).toEqual(expected);
});

describe('refuses in one line and with exit code 2', () => {
  const cases: [string, string[], Record<string, string>, RegExp][] = [
    ['nothing', [], {}, /Missing command/],
    ['an unknown command', ['sing'], {}, /Unknown command "sing"/],
    ['help for an unknown command', ['help', 'sing'], {}, /Unknown command "sing"/],
    ['an unknown flag', ['serve', '--colour', 'red'], {}, /Unknown flag --colour\./],
    ["another command's flag", ['check', '--port', '1'], {}, /Unknown flag --port\./],
    ['an unknown short flag', ['serve', '-x'], {}, /Unknown flag -x\./],
    ['a flag without its value', ['serve', '--port'], {}, /--port requires a value\. See/],
    ['a value that looks like a flag', ['serve', '--port', '-1'], {}, /as --port=VALUE\./],
    ['a value for a flag that takes none', ['backup', 'x', '--force=yes'], {}, /--force does not take a value/],
    ['an unexpected argument', ['serve', 'now'], {}, /Unexpected argument "now"/],
    ['a second argument', ['backup', 'a', 'b'], {}, /Unexpected argument "b"/],
    ['a missing file', ['backup'], {}, /Missing argument FILE\. See "askwell backup --help"/],
    ['a missing email', ['reset-password'], {}, /Missing argument EMAIL/],
    ['a port that is not a number', ['serve'], { PORT: 'http' }, /^askwell: PORT must be a number/],
    ['a port that is too large', ['serve', '--port', '65536'], {}, /^askwell: --port must be a number/],
    ['a negative port', ['serve', '--port=-1'], {}, /^askwell: --port must be a number/],
    ['a host that is a URL', ['serve'], { HOST: 'http://localhost' }, /^askwell: HOST must be an address/],
    ['an empty host', ['serve', '--host', ''], {}, /^askwell: --host must be an address/],
    ['another kind of URL', ['serve'], { DATABASE_URL: 'mysql://a:hidden@b/c' }, /not a mysql: URL/],
    [
      'a base URL without a scheme',
      ['serve'],
      { BASE_URL: 'example.com' },
      /^askwell: BASE_URL: expected an http or https URL/,
    ],
    ['a base URL with a query', ['serve', '--base-url', 'http://x/?a'], {}, /^askwell: --base-url/],
    [
      'a proxy that is not an address',
      ['serve'],
      { TRUST_PROXY: '::1,nginx' },
      /^askwell: TRUST_PROXY: expected an IP address or a CIDR range .*, got "nginx"\./,
    ],
    [
      'too few connections',
      ['serve'],
      { DATABASE_CONNECTIONS: '2' },
      /^askwell: DATABASE_CONNECTIONS must be at least 4/,
    ],
    ['a secret file that is missing', ['serve'], { SECRET_FILE: './nowhere' }, /^askwell: SECRET_FILE: cannot read/],
    ['a short secret', ['serve', '--secret', 'hidden'], {}, /^askwell: --secret: expected at least 32 characters/],
    [
      'an unknown registration mode',
      ['serve'],
      { REGISTRATION: 'maybe' },
      /must be open, first or closed, not "maybe"/,
    ],
    ['an unknown mode of MCP', ['serve', '--mcp', 'on'], {}, /--mcp must be off, read or write, not "on"/],
    ['branding that is not a switch', ['serve', '--branding', 'no'], {}, /--branding must be on or off, not "no"/],
    [
      'a limit of no requests',
      ['serve', '--account-requests', '0'],
      {},
      /^askwell: --account-requests must be a number from 1 to 9999999, not "0"/,
    ],
    [
      'a quota that is not a number',
      ['serve'],
      { QUOTA_ASKS: '1e3' },
      /^askwell: QUOTA_ASKS must be a whole number of at least 0/,
    ],
    [
      'a short token for metrics',
      ['serve', '--metrics-token', 'hidden'],
      {},
      /^askwell: --metrics-token must have at least 16 printable characters/,
    ],
    ['a range that is none', ['serve'], { METRICS_ADDRESSES: '10.0.0.0/8,all' }, /^askwell: METRICS_ADDRESSES must be/],
    ['a negative quota', ['serve', '--quota-tickets=-1'], {}, /^askwell: --quota-tickets must be a whole number/],
    [
      'a quota of bytes with a unit',
      ['serve'],
      { QUOTA_DEFINITION_BYTES: '1MB' },
      /^askwell: QUOTA_DEFINITION_BYTES must be/,
    ],
  ];

  test.each(cases)('%s', async (_, words, env, message) => {
    const { code, stdout, stderr } = await runCli(words, { env, cwd });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^askwell: [^\n]+\.\n$/);
    expect(stderr).not.toContain('hidden');
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('.env', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Returns the database that a command looks for. */
  async function databaseOf(env: Record<string, string>, ...words: string[]): Promise<string | undefined> {
    const { stderr } = await runCli(['check', ...words], { cwd: folder, env });
    return /^askwell: Database not found: (\S+)\. /.exec(stderr)?.[1];
  }

  test('sets the variables of Askwell, which the environment and flags override', async () => {
    await writeFile(join(folder, '.env'), `export ASKWELL_DATABASE='file.db' # of the app\nDATABASE_URL=app.db\n`);
    expect(await databaseOf({})).toBe('file.db');
    expect(await databaseOf({ DATABASE_URL: 'app.db' })).toBe('app.db');
    expect(await databaseOf({ ASKWELL_DATABASE: 'set.db' })).toBe('set.db');
    expect(await databaseOf({}, '--database-url', 'flag.db')).toBe('flag.db');
  });

  test('does not set variables that belong to the app', async () => {
    await writeFile(join(folder, '.env'), 'DATABASE_URL=app.db\nPORT=nonsense\n');
    expect(await databaseOf({})).toBe('./askwell.db');
  });

  test('can be replaced with another file, or disabled', async () => {
    await writeFile(join(folder, '.env'), 'ASKWELL_DATABASE=file.db');
    await writeFile(join(folder, 'other.env'), 'ASKWELL_DATABASE=other.db');
    expect(await databaseOf({ ASKWELL_ENV_FILE: 'other.env' })).toBe('other.db');
    expect(await databaseOf({ ASKWELL_ENV_FILE: '' })).toBe('./askwell.db');
    expect(await runCli(['check'], { cwd: folder, env: { ASKWELL_ENV_FILE: 'missing.env' } })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'askwell: ASKWELL_ENV_FILE: Cannot read missing.env (ENOENT).\n',
    });
  });

  test('sets the URL of the service for askwell api', async () => {
    await writeFile(join(folder, '.env'), 'ASKWELL_BASE_URL=ftp://example.com\nASKWELL_API_KEY=ask_x');
    const { stderr } = await runCli(['api', 'me'], { cwd: folder });
    expect(stderr).toMatch(/^askwell: ASKWELL_BASE_URL: expected an http or https URL/);
  });

  test('does not name files to read', async () => {
    await writeFile(join(folder, '.env'), 'ASKWELL_API_KEY_FILE=key\nASKWELL_DATABASE_FILE=key');
    await writeFile(join(folder, 'key'), 'ask_mine');
    expect((await runCli(['api', 'me'], { cwd: folder })).stderr).toMatch(/^askwell: Missing API key\./);
    expect(await databaseOf({})).toBe('./askwell.db');
  });
});

test('a flag overrides the environment variable', async () => {
  const { stderr } = await runCli(['serve', '--port', 'flag'], { env: { PORT: 'variable' } });
  expect(stderr).toContain('--port must be a number from 0 to 65535, not "flag"');
});
