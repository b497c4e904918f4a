import { OptionError } from './options/option-error.js';

/**
 * Where Askwell reports what an operator should know. A pino instance fits as it is.
 * Messages carry ids and codes, never keys, passwords, cookies, answers or addresses.
 */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes warnings and errors to standard error, one line each: the default. */
export const stderrLogger: Logger = {
  info() {},
  warn: (details, message) => writeLine('warn', details, message),
  error: (details, message) => writeLine('error', details, message),
};

/** Logs nothing. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

function writeLine(level: string, details: object, message: string): void {
  const rest = Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`;
  process.stderr.write(`[askwell] ${level}: ${message}${rest}\n`);
}

/** What may be told of an error: its kind and where it happened. A message may quote values, so only known ones pass. */
export function describeError(error: unknown): { error: string; code?: string; reason?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  // Written for the operator, and without values of visitors.
  if (error.name === 'StoreError' || error instanceof OptionError) return { error: error.name, reason: error.message };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...code, ...(at ? { at: at.slice(0, 8).map((line) => line.trim()) } : {}) };
}
