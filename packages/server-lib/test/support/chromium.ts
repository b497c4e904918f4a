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

/** A browser's program, and the environment that it needs. */
export interface Installed {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** Launches a real Chromium, as `findChromium` chooses it. */
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

/** Where a Chromium can come from. */
export interface Sources {
  /** The path in the variable `CHROMIUM`. */
  readonly named: string | undefined;
  /** The pinned one; undefined where it does not run. */
  readonly npm: () => Promise<Installed | undefined>;
  /** Paths of browsers that the system may have. */
  readonly system: readonly string[];
}

const sourcesHere: Sources = {
  named: process.env['CHROMIUM'],
  npm: fromNpm,
  system: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

/**
 * Finds the Chromium that `CHROMIUM` names, else the pinned one from npm, so that tests see the same browser on every
 * machine. The system's is used only where the pinned one does not run: npm has it for Linux on x64 alone.
 */
export async function findChromium({ named, npm, system }: Sources = sourcesHere): Promise<Installed> {
  if (named) return { path: named, env: {} };
  const pinned = await npm();
  if (pinned) return pinned;
  const path = system.find((candidate) => existsSync(candidate));
  if (path !== undefined) return { path, env: {} };
  throw new Error('Found no Chromium that starts here. Set the variable CHROMIUM to the path of one.');
}

/** The packed Chromium needs libraries that bare machines lack; it brings its own, used only where it can't start without. */
async function fromNpm(): Promise<Installed | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await unpacked();
  const path = join(folder, 'chromium');
  if (await starts(path, {})) return { path, env: {} };
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return (await starts(path, env)) ? { path, env } : undefined;
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
