import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder for the files of a test. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'askwell-test-'));
}
