import { Worker } from 'node:worker_threads';
import { StoreError } from '../store-error.js';
import type { ThreadOptions } from './thread-messages.js';

const bundlerAdvice =
  'If a bundler moved that code, either exclude @askwell/server from the bundle, or bundle @askwell/server/writer as ' +
  'an entry of its own and set the `writer` option to the path of the result.';

/** Starts a thread: from the file beside this one, or from the one that the host names. */
export function startThread(writer: URL | string | undefined, start: ThreadOptions): Worker {
  if (writer !== undefined) return startFromFile(writer, start);
  // Exactly this expression: webpack, Turbopack and file tracers recognize it and add the file to what they write.
  return new Worker(new URL('./writer.js', import.meta.url), {
    workerData: start,
    name: `askwell-${start.role}`,
    execArgv: threadFlags(),
  });
}

/** Not `new Worker(…)`: Turbopack would look for every file that the variable could name, and fail. */
function startFromFile(writer: URL | string, start: ThreadOptions): Worker {
  const file = typeof writer === 'string' && writer.startsWith('file:') ? new URL(writer) : writer;
  return Reflect.construct(Worker, [
    file,
    { workerData: start, name: `askwell-${start.role}`, execArgv: threadFlags() },
  ]);
}

/** A thread inherits the flags of its process, and with `--input-type` among them it would refuse every file. */
function threadFlags(): string[] | undefined {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? [] : undefined;
}

/** Says why the writer's thread could not start. */
export function toStartError(error: unknown, writer: URL | string | undefined): StoreError {
  if (error instanceof StoreError) return error;
  const said = `The database writer could not start: ${error instanceof Error ? firstLine(error.message) : String(error)}`;
  return new StoreError(isNotFound(error) ? `${said}. ${remedyFor(writer)}` : said, { cause: error });
}

function remedyFor(writer: URL | string | undefined): string {
  const lookedFor = writer === undefined ? "writer.js beside Askwell's own code" : `the \`writer\` option, ${writer}`;
  return `It looked for ${lookedFor}. ${bundlerAdvice}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** `ERR_INVALID_URL`: a bundler that writes CommonJS may leave `import.meta.url` undefined. */
function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_INVALID_URL';
}
