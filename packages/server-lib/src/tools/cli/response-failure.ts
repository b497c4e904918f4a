import type { ApiResponse } from '../../api/openapi/api-request.js';
import { isObject } from '../../base/validation/objects.js';
import { CommandFailure } from './command-failure.js';

/** Returns the failure for a response that is an error: its message, and a line for each fault. */
export function responseFailure({ status, text, retryAfter }: ApiResponse): CommandFailure {
  const parsed: unknown = JSON.parse(text);
  const { message = `The service responded with the status ${status}.`, errors } = isObject(parsed) ? parsed : {};
  if (isObject(errors)) {
    const lines = Object.entries(errors).flatMap(([path, faults]) => linesOf(path, faults));
    return new CommandFailure(['Validation failed:', ...lines].join('\n'));
  }
  return new CommandFailure(
    retryAfter === undefined ? String(message) : `${message} Retry after ${retryAfter} seconds.`,
  );
}

function linesOf(path: string, faults: unknown): string[] {
  return Array.isArray(faults) ? faults.map((fault) => `  ${path}: ${fault}`) : [];
}
