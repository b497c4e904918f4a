import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/server-lib/dist/cli.js', import.meta.url));

/** Starts `askwell serve` on a free port. Resolves when it listens. */
export async function startInstance(env) {
  const child = spawn(process.execPath, [command, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`The instance ended: ${output}`)));
  failed.catch(() => {});
  while (!/listens on \S+/.test(output)) await Promise.race([once(child.stdout, 'data'), failed]);
  return {
    url: /listens on (http:\/\/[^\s,]+)/.exec(output)[1],
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
