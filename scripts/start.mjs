// `npm start`: builds outdated packages, then serves in this process, so that the server gets the signals.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startTurbo } from './turbo.mjs';

// On a signal, npm only ends the shell between itself and this process. The server stops when the shell ends.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 200).unref();

/** Reports a build that takes longer than 1.5 s. */
const notice = setTimeout(() => console.error('Building Askwell first. This takes a moment.'), 1_500);

const build = startTurbo(
  ['run', 'bundle', '--filter=@askwell/server', '--output-logs=errors-only', '--log-prefix=none'],
  ['ignore', 'pipe', 'pipe'],
);
const [output, errors, [code]] = await Promise.all([text(build.stdout), text(build.stderr), once(build, 'exit')]);
clearTimeout(notice);

if (code !== 0) {
  console.error(output + errors);
  process.exit(1);
}

process.argv.splice(2, 0, 'serve');
await import('../packages/server-lib/dist/cli.js');
