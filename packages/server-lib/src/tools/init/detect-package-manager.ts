import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageManager } from './project.js';

const lockFiles: readonly (readonly [file: string, packageManager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

const names: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun'];

/**
 * Detects the package manager by the `packageManager` field, or else by the nearest lock file.
 *
 * @param field The `packageManager` field of package.json, such as `pnpm@10.1.0`.
 */
export function detectPackageManager(folder: string, field: unknown): PackageManager {
  const named = typeof field === 'string' ? names.find((name) => name === field.split('@')[0]) : undefined;
  if (named) return named;
  const locked = lockFiles.find(([file]) => existsSync(join(folder, file)))?.[1];
  if (locked) return locked;
  const parent = dirname(folder);
  return parent === folder ? 'npm' : detectPackageManager(parent, undefined);
}

/** Returns the command that installs packages. */
export function installCommand(packageManager: PackageManager, packages: readonly string[]): string {
  return `${packageManager} ${packageManager === 'npm' ? 'install' : 'add'} ${packages.join(' ')}`;
}

/** Returns the command that runs a script of package.json. */
export function scriptCommand(packageManager: PackageManager, script: string): string {
  return `${packageManager} run ${script}`;
}
