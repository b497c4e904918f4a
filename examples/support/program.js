// Runs a program of the examples the way a reader would: in a process of its own, over a real socket.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts `node` with these arguments on a free port and a database of its own; resolves when it says that it listens. */
export async function startProgram(args, { cwd, input } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-example-'));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATABASE_URL: join(folder, 'askwell.db') };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  child.stdin.end(input);

  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const listening = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Listening on')) resolve(true);
    });
  });
  if ((await Promise.race([listening, exited])) !== true) throw new Error(`The program ended early:\n${output}`);

  return {
    url: `http://127.0.0.1:${port}`,
    /** Stops it as an operator would, and tells how it ended. */
    async stop() {
      child.kill('SIGTERM');
      const ending = await exited;
      await rm(folder, { recursive: true, force: true });
      return { ...ending, output };
    },
  };
}

/** A browser as far as forms go: it keeps cookies, and doesn't follow redirects. */
export function createBrowser(url) {
  let cookie = '';

  async function visit(path, init = {}) {
    const reply = await fetch(url + path, { ...init, headers: { cookie, connection: 'close' }, redirect: 'manual' });
    const [set] = reply.headers.getSetCookie();
    if (set) cookie = set.split(';')[0];
    return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() };
  }

  return {
    open: (path) => visit(path),
    submit: (path, fields) => visit(path, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

/** The API key that a page shows. */
export function keyOn(page) {
  const key = /\b[a-z]{2,12}_[0-9A-Za-z]{40}\b/.exec(page.text)?.[0];
  if (!key) throw new Error(`No key on the page, which has status ${page.status}.`);
  return key;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
