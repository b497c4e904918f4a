import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bareInstall, packTarballs, sharedInstall } from './install.js';

/** The folders that all tests share, outside the repository, so that its packages are not found by accident. */
export interface Installed {
  readonly tarballs: readonly string[];
  /** Has all frameworks and the tarballs in its `node_modules`. */
  readonly shared: string;
  /** Has the tarballs, the peers of the widget and the types of Node and React, and nothing else. */
  readonly bare: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    installed: Installed;
  }
}

const hostPackages = { '@types/node': '20', '@types/react': '19', react: '19', fastify: '5', svelte: '5', vue: '3' };

/** Installs once for all test files. `CONSUMERS_FOLDER` names a folder to keep and reuse, which saves the install. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const kept = process.env['CONSUMERS_FOLDER'];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'askwell-consumers-')));
  await mkdir(folder, { recursive: true });
  const [shared, bare] = [join(folder, 'shared'), join(folder, 'bare')];

  const tarballs = await packTarballs(join(folder, 'tarballs'));
  await sharedInstall(shared, tarballs);
  await bareInstall(bare, tarballs, hostPackages);
  provide('installed', { tarballs, shared, bare });
  return async () => {
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  };
}
