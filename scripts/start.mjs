// `npm start`: builds what is stale, quietly, then serves in this very process, so that signals arrive where they count.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startTurbo } from './turbo.mjs';

// Told to stop, npm ends the shell between itself and this process, and no more: the shell's end is taken for the word.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 200).unref();

/** A build that takes longer than a glance is worth a word. */
const patience = setTimeout(() => console.error('Building Askwell first, which takes a moment.'), 1_500);

const build = startTurbo(
  ['run', 'build', '--filter=@askwell/server', '--output-logs=errors-only', '--log-prefix=none'],
  ['ignore', 'pipe', 'pipe'],
);
const [output, errors, [code]] = await Promise.all([text(build.stdout), text(build.stderr), once(build, 'exit')]);
clearTimeout(patience);

if (code !== 0) {
  console.error(output + errors);
  process.exit(1);
}

process.argv.splice(2, 0, 'serve');
await import('../packages/server-lib/dist/cli.js');
