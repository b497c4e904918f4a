// `npm run dev`: starts the server, builds changed files, and restarts the server after each build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTurbo } from './turbo.mjs';

const build = ['bundle', '--filter=@askwell/server', '--output-logs=errors-only'];
const [code] = await once(startTurbo(['run', ...build], 'inherit'), 'exit');
if (code !== 0) process.exit(code ?? 1);

const output = 'packages/server-lib/dist';
const serve = [`--watch-path=${output}`, `${output}/cli.js`, 'serve', ...process.argv.slice(2)];
const children = [startTurbo(['watch', ...build], 'inherit'), spawn(process.execPath, serve, { stdio: 'inherit' })];

// When one child ends, the other one is stopped.
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
