import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Copies the standalone server of a built app to a folder without other packages, with its static files, as the documentation of Next
 * says. Returns the folder of `server.js`.
 */
export async function deployStandalone(app: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-standalone-'));
  await cp(join(app, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true });
  const server = join(folder, basename(app));
  await cp(join(app, '.next/static'), join(server, '.next/static'), { recursive: true });
  return server;
}
