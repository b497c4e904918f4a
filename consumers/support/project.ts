import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Copies a project of `consumers/` below the shared install, from where it finds the frameworks, and returns its path. */
export async function copyProject(source: string, name: string): Promise<string> {
  const folder = join(inject('installed').shared, name);
  await rm(folder, { recursive: true, force: true });
  await cp(new URL(`../${source}`, import.meta.url), folder, { recursive: true });
  return folder;
}

/** The path of a file in a package of the shared install. */
export function sharedFile(path: string): string {
  return join(inject('installed').shared, 'node_modules', path);
}
