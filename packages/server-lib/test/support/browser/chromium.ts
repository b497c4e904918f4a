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

/** The executable of a browser, and the environment variables that it needs. */
export interface Installed {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** Launches the Chromium that `findChromium` returns. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await chromiumOptions());
}

/** Returns the launch options of that Chromium. */
async function chromiumOptions(): Promise<LaunchOptions> {
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
      // The pages of a context share a process: starting one takes longer than most tests.
      '--renderer-process-limit=1',
      `--disable-features=${disabledFeatures}`,
    ],
  };
}

/**
 * The features that Chromium runs without. Chromium uses only the last list of its command line, so this list replaces Playwright's list.
 * The rest of Playwright's list concerns requests to Google, and the storage of frames on other sites, which browsers of visitors have.
 * Without `RenderDocument`, the next page of a site keeps the frame of the page before, which takes a fifth less processor time.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'PaintHolding',
  'RenderDocument',
];

/** The places to look for a Chromium. */
export interface Sources {
  /** The path in the environment variable `CHROMIUM`. */
  readonly named: string | undefined;
  /** Returns the pinned Chromium, or undefined if it does not run here. */
  readonly npm: () => Promise<Installed | undefined>;
  /** Paths of browsers that may be installed. */
  readonly system: readonly string[];
}

/** The pinned Chromium. Several test files of a process use it. */
let found: Promise<Installed | undefined> | undefined;

const sourcesHere: Sources = {
  named: process.env['CHROMIUM'],
  npm() {
    found ??= fromNpm();
    return found;
  },
  system: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

/**
 * Finds the Chromium in `CHROMIUM`, or else the pinned one from npm, so that tests use the same browser on every machine.
 * An installed browser is used only if the pinned one does not run: npm has it only for Linux on x64.
 */
export async function findChromium({ named, npm, system }: Sources = sourcesHere): Promise<Installed> {
  if (named) return { path: named, env: {} };
  const pinned = await npm();
  if (pinned) return pinned;
  const path = system.find((candidate) => existsSync(candidate));
  if (path !== undefined) return { path, env: {} };
  throw new Error('Chromium not found. Set the environment variable CHROMIUM to its path.');
}

/** Uses the libraries of the package only if Chromium does not start without them. */
async function fromNpm(): Promise<Installed | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await unpack();
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
 * Unpacks into a temporary folder and renames it when it is complete, because several test files may do so at the same
 * time. A child process does it, because the package reads the target from environment variables.
 */
async function unpack(): Promise<string> {
  const target = join(process.env['CHROMIUM_FOLDER'] ?? tmpdir(), `askwell-chromium-${await packedVersion()}`);
  if (existsSync(target)) return target;
  const folder = await mkdtemp(`${target}-`);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await run(process.execPath, ['--input-type=module', '--eval', script], { env, cwd: import.meta.dirname });
  await writeFile(join(folder, 'fonts.conf'), fontsAt(target));
  try {
    await rename(folder, target);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
  return target;
}

/** Returns a font configuration for a folder. Chromium crashes without fonts, and the configuration of the package has other paths. */
function fontsAt(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
}

/** Reads package.json as a file, because the package does not export it. */
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
