import { createPerformer } from './perform.js';

/*
 * The main module of a child process of `process.js`: performs the calls of the parent at a file of `servers/`.
 */

const { open } = await import(`./servers/${process.argv[2]}.js`);
const perform = createPerformer(open);

// A probe, or a connection that a failed measurement left open, must not keep the process running, nor a parent that failed.
process.once('disconnect', () => {
  perform('close', undefined).finally(() => process.exit());
});

process.on('message', (/** @type {{ id: number, method: string, input: unknown }} */ { id, method, input }) => {
  perform(method, input).then(
    (value) => process.send?.({ id, value }),
    (error) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
