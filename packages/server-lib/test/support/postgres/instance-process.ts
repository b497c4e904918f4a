import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LimitOptions } from '../../../src/instance/options/options.js';

/** An instance in a separate process. */
export interface InstanceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A server of the built package. It trusts the test as its proxy. */
const program = `
  import { createServer } from 'node:http';
  import { createAskwell } from '@askwell/server';
  const { DATABASE_URL: database, SECRET: secret, LIMITS } = process.env;
  const limits = { eventLoopDelay: 60_000, writeDelay: 60_000, ...JSON.parse(LIMITS) };
  const askwell = createAskwell({ database, secret, trustProxy: ['127.0.0.1'], limits });
  await askwell.ready();
  const server = createServer(askwell.node).listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.once('SIGTERM', () => server.close(() => askwell.close()).closeAllConnections());`;

const folder = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts an instance and waits until it listens. */
export async function startInstanceProcess(
  database: string,
  secret: string,
  limits: LimitOptions = {},
): Promise<InstanceProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATABASE_URL: database, SECRET: secret, LIMITS: JSON.stringify(limits) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error(`The instance ended early: ${errors}`)));
  early.catch(() => {});
  const [port] = await Promise.race([once(child.stdout, 'data'), early]);
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
