import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test's files. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'askwell-test-'));
}
