import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns a hash of the content of a file, because to compare long buffers byte by byte takes seconds. */
export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
