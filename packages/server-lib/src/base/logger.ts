import { DeadlineError } from './deadline.js';
import { OptionError } from './validation/option-error.js';

/**
 * Receives the log. A pino instance works as it is. Messages contain IDs and codes, never keys, passwords, cookies, answers
 * or addresses.
 */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes warnings and errors to standard error, one line each. This is the default. */
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

/**
 * Returns the parts of an error that are safe to log: its name, code and stack. Messages of other errors than Askwell's
 * are left out, since they can quote what a visitor sent.
 */
export function describeError(error: unknown): { error: string; code?: string; reason?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  // These messages are written for operators and contain nothing that a visitor sent.
  if (error.name === 'StoreError' || error instanceof OptionError || error instanceof DeadlineError)
    return { error: error.name, reason: error.message };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...code, ...(frames ? { at: frames.slice(0, 8).map((line) => line.trim()) } : {}) };
}
