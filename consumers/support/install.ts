import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './run.js';

const repository = new URL('../../', import.meta.url).pathname;
const consumers = new URL('../', import.meta.url).pathname;

/** The folders of the packages that are published, by their names in `packages/`. */
export const packageFolders = ['server-lib', 'client-sdk', 'browser-widget'] as const;

/** Packs the built packages into `folder` and returns the paths of the tarballs. */
export async function packTarballs(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  for (const name of packageFolders) {
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    await run('npm', args, { cwd: join(repository, 'packages', name) });
  }
  return (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
}

/**
 * Installs all frameworks and the tarballs into `folder`. Projects below it find them by Node's lookup in parent folders.
 * An earlier install with the same lock file and the same tarballs is reused.
 */
export async function sharedInstall(folder: string, tarballs: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lock = await readFile(join(consumers, 'package-lock.json'), 'utf8');
  await once(folder, lock + (await hashOf(tarballs)), async () => {
    for (const name of ['package.json', '.npmrc']) await copyFile(join(consumers, name), join(folder, name));
    await writeFile(join(folder, 'package-lock.json'), withTarballs(lock, await readRegistry(folder)));
    await installTarballs(folder, tarballs);
  });
}

async function readRegistry(cwd: string): Promise<string> {
  const registry = await run('npm', ['config', 'get', 'registry'], { cwd });
  return registry.trim().replace(/\/$/, '');
}

const lockShape = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ name: z.string().optional(), version: z.string().optional() })),
});

/**
 * Returns a lock file with the URLs of all packages. The lock file of the repository names no registry, and npm would read all versions
 * of each package to find the URL, which takes more than half of the time of an install.
 */
function withTarballs(lock: string, registry: string): string {
  const { packages, ...rest } = lockShape.parse(JSON.parse(lock));
  const located = Object.entries(packages).map(([path, entry]) => {
    const name = entry.name ?? path.replace(/^.*node_modules\//, '');
    const resolved = `${registry}/${name}/-/${name.replace(/^.*\//, '')}-${entry.version}.tgz`;
    return [path, path === '' ? entry : { ...entry, resolved }];
  });
  return JSON.stringify({ ...rest, packages: Object.fromEntries(located) });
}

/**
 * Installs only the tarballs and `dependencies` into `folder`, so that a dependency they fail to declare is missed. An earlier install
 * of the same is reused.
 */
export async function bareInstall(
  folder: string,
  tarballs: readonly string[],
  dependencies: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = JSON.stringify({ private: true, dependencies });
  await once(folder, manifest + (await hashOf(tarballs)), async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    await writeFile(join(folder, 'package.json'), manifest);
    await installTarballs(folder, tarballs);
  });
}

/** Returns a hash of the files. `npm pack` writes the same bytes for the same package. */
async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}

/** Runs an install into a folder, unless a marker in it says that it has done the same before. */
async function once(folder: string, text: string, install: () => Promise<void>): Promise<void> {
  const marker = join(folder, 'installed.txt');
  if ((await readFile(marker, 'utf8').catch(() => '')) === text) return;
  await rm(marker, { force: true });
  await install();
  await writeFile(marker, text);
}

const manifestShape = z.looseObject({
  version: z.string().optional(),
  overrides: z.record(z.string(), z.unknown()).default({}),
});

async function readManifest(folder: string): Promise<z.infer<typeof manifestShape>> {
  return manifestShape.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** Native code is not compiled again: the repository's own version of better-sqlite3 is used, with its binary. */
async function installTarballs(folder: string, tarballs: readonly string[]): Promise<void> {
  const native = 'node_modules/better-sqlite3';
  const { version } = await readManifest(join(repository, native));
  const manifest = await readManifest(folder);
  const overrides = { ...manifest.overrides, 'better-sqlite3': version };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, overrides }));
  await rm(join(folder, 'node_modules/@askwell'), { recursive: true, force: true });
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
  });

  const binary = 'build/Release/better_sqlite3.node';
  await cp(join(repository, native, binary), join(folder, native, binary));
}
