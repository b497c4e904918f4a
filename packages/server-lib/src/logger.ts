/**
 * Where Askwell reports what an operator should know. A pino instance fits as it is.
 * Messages carry ids and codes, never keys, passwords, cookies, answers or addresses.
 */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Says nothing: the default of a library inside somebody else's process. */
export const silent: Logger = { info() {}, warn() {}, error() {} };

/** What may be told of an error: its kind and where it happened. A message may quote values, so only known ones pass. */
export function describeError(error: unknown): { error: string; code?: string; reason?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  // Written for the operator, and without values.
  if (error.name === 'StoreError') return { error: error.name, reason: error.message };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...code, ...(at ? { at: at.slice(0, 8).map((line) => line.trim()) } : {}) };
}
