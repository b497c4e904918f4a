import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';
import { expectedOutcome, type SignIn, useAsMembers } from './support/use-as-members.js';

interface App {
  /** The folder in `apps/`. */
  readonly name: string;
  readonly build?: readonly string[];
  readonly start: string;
  /** The status of a write of the app itself, without its CSRF token. */
  readonly forged: number;
  /** Signs a user in. Default: a route of the app. */
  readonly signIn?: SignIn;
  /** A text in the code of the sign-in, which is on a page in `docs/frameworks/`. */
  readonly documented?: { readonly page: string; readonly text: RegExp };
}

/** Signs in like the pages of Auth.js. */
const signInByAuthJs: SignIn = async (context, url, user) => {
  const { csrfToken } = await (await context.get(`${url}/auth/csrf`)).json();
  const form = { csrfToken, user: String(user) };
  await context.post(`${url}/auth/callback/credentials`, { form, maxRedirects: 0 });
};

const apps: readonly App[] = [
  {
    name: 'express4',
    build: [sharedFile('ts59/bin/tsc'), '-p', '.'],
    start: 'dist/server.js',
    forged: 403,
  },
  { name: 'adonis', start: 'bin/server.js', forged: 403 },
  {
    name: 'react-router',
    build: [sharedFile('@react-router/dev/bin.js'), 'build'],
    start: 'server.js',
    forged: 201,
  },
  {
    name: 'passport',
    start: 'server.js',
    forged: 403,
    documented: { page: 'express', text: /passport|request: \{ user \}/ },
  },
  {
    name: 'auth-js',
    start: 'server.js',
    forged: 201,
    signIn: signInByAuthJs,
    documented: { page: 'express', text: /ExpressAuth|getSession/ },
  },
];

const secret = 'only-for-tests-'.repeat(3);

/** Returns the lines of a program, without indentation. */
const linesOf = (text: string) => text.split('\n').map((line) => line.trim());

const readServer = async (name: string) =>
  linesOf(await readFile(new URL(`apps/${name}/server.js`, import.meta.url), 'utf8'));

/** Returns the lines of the sign-in of a page. */
async function signInOf({ page, text }: NonNullable<App['documented']>): Promise<string[]> {
  const file = new URL(`../docs/frameworks/${page}.md`, import.meta.url);
  const [, section = ''] = (await readFile(file, 'utf8')).split('\n## Sign-in\n');
  const blocks = [...section.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const lines = blocks.filter((code) => text.test(code)).flatMap(linesOf);
  expect(lines.length).toBeGreaterThan(3);
  return lines;
}

let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

test.each(apps)(
  'members of the $name app vote once, and its owner reads who',
  async ({ name, build, start, forged, signIn, documented }) => {
    if (documented) expect(await readServer(name)).toEqual(expect.arrayContaining(await signInOf(documented)));
    const cwd = await copyProject(`apps/${name}`, `app-${name}`);
    if (build) await run(process.execPath, build, { cwd, env: { NODE_ENV: 'production' } });
    running = await startProgram({
      args: [start],
      cwd,
      basePath: '/polls',
      env: { HOST: '127.0.0.1', NODE_ENV: 'production', SESSION_SECRET: secret, AUTH_SECRET: secret },
    });
    const outcome = await useAsMembers(running.url, { signIn });
    expect(outcome, running.output()).toEqual({ ...expectedOutcome, forged });
  },
);
