import { Worker } from 'node:worker_threads';
import { StoreError } from '../store-error.js';

/** The data of a thread that is started: what it does, and its options. */
export interface ThreadStart {
  readonly role: string;
}

const bundlerAdvice =
  'If a bundler moved that code, either exclude @askwell/server from the bundle, or bundle @askwell/server/writer as ' +
  'an entry of its own and set the `writer` option to the path of the result.';

/** Starts a thread from the file next to this one, or from the `writer` option. */
export function startThread(writer: URL | string | undefined, start: ThreadStart): Worker {
  if (writer !== undefined) return startFromFile(writer, start);
  // webpack, Turbopack and file tracers recognize exactly this expression and include the file.
  return new Worker(new URL('./writer.js', import.meta.url), {
    workerData: start,
    name: `askwell-${start.role}`,
    execArgv: threadFlags(),
  });
}

/** Starts a thread without `new Worker(…)`: Turbopack would search for all files that the variable could name, and fail. */
function startFromFile(writer: URL | string, start: ThreadStart): Worker {
  const file = typeof writer === 'string' && writer.startsWith('file:') ? new URL(writer) : writer;
  return Reflect.construct(Worker, [
    file,
    { workerData: start, name: `askwell-${start.role}`, execArgv: threadFlags() },
  ]);
}

/**
 * Returns the flags of a thread. A thread inherits the flags of the process, but cannot start a file with
 * `--input-type`.
 */
function threadFlags(): string[] | undefined {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? [] : undefined;
}

/** Returns the error that says why the thread could not start. */
export function toStartError(error: unknown, writer: URL | string | undefined): StoreError {
  if (error instanceof StoreError) return error;
  const message = `The database writer could not start: ${error instanceof Error ? firstLine(error.message) : String(error)}`;
  return new StoreError(isNotFound(error) ? `${message}. ${remedyFor(writer)}` : message, { cause: error });
}

function remedyFor(writer: URL | string | undefined): string {
  const location = writer === undefined ? "writer.js next to Askwell's own code" : `the \`writer\` option, ${writer}`;
  return `It looked for ${location}. ${bundlerAdvice}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Returns whether the file of a thread was not found. `ERR_INVALID_URL`: in CommonJS, a bundler may leave `import.meta.url` undefined. */
export function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_INVALID_URL';
}
