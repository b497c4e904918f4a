import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { z } from 'zod';

const run = promisify(execFile);

interface Installed {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** A real Chromium: the one `CHROMIUM` names, the system's, or the one that npm brought. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await chromiumOptions());
}

/** How it is launched. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const { path, env } = await findChromium();
  return {
    executablePath: path,
    env: { ...definedEnv(), ...env },
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  };
}

async function findChromium(): Promise<Installed> {
  const named = process.env['CHROMIUM'];
  if (named) return { path: named, env: {} };
  const system = '/usr/bin/chromium';
  return existsSync(system) ? { path: system, env: {} } : fromNpm();
}

/** The packed Chromium needs libraries that bare machines lack; it brings its own, used only where it can't start without. */
async function fromNpm(): Promise<Installed> {
  const folder = await unpacked();
  const path = join(folder, 'chromium');
  if (await starts(path, {})) return { path, env: {} };
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  if (await starts(path, env)) return { path, env };
  throw new Error('Chromium does not start here. Name one that does in the variable CHROMIUM.');
}

async function starts(path: string, env: Record<string, string>): Promise<boolean> {
  try {
    await run(path, ['--version'], { env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks in a folder of its own and moves it into place when it is whole, since several test files may do so at once.
 * A process of its own does it, because the package is told by the environment where and what to unpack.
 */
async function unpacked(): Promise<string> {
  const place = join(tmpdir(), `askwell-chromium-${await packedVersion()}`);
  if (existsSync(place)) return place;
  const folder = await mkdtemp(`${place}-`);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await run(process.execPath, ['--input-type=module', '--eval', script], { env, cwd: import.meta.dirname });
  await writeFile(join(folder, 'fonts.conf'), fontsAt(place));
  try {
    await rename(folder, place);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
  return place;
}

/** The configuration that comes with the fonts looks for them elsewhere, and a Chromium without any font falls over. */
function fontsAt(place: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${place}/fonts</dir><cachedir>${place}/fonts-cache</cachedir></fontconfig>`;
}

/** The package's exports hide its package.json, so it is read where the package stands. */
async function packedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const text = await readFile(join(dirname(entry), '../../package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
