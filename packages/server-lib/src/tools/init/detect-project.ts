import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../base/validation/objects.js';
import { CommandFailure, systemErrorCode } from '../cli/command-failure.js';
import { detectPackageManager } from './detect-package-manager.js';
import type { Framework, Project } from './project.js';

/** The frameworks by dependency. A framework that builds on another one comes first. */
const frameworks: readonly (readonly [dependency: string, framework: Framework])[] = [
  ['payload', 'payload'],
  ['next', 'next'],
  ['@sveltejs/kit', 'sveltekit'],
  ['nuxt', 'nuxt'],
  ['astro', 'astro'],
  ['@tanstack/react-start', 'tanstack-start'],
  ['@react-router/dev', 'react-router'],
  ['@tanstack/solid-start', 'other'],
  ['@remix-run/node', 'other'],
  ['@adonisjs/core', 'adonis'],
  ['@nestjs/core', 'nest'],
  ['nitropack', 'other'],
  ['h3', 'other'],
  ['@hapi/hapi', 'other'],
  ['fastify', 'fastify'],
  ['koa', 'koa'],
  ['hono', 'hono'],
  ['express', 'express'],
];

/**
 * Detects the project in a folder.
 *
 * @throws {CommandFailure} If the folder has no project, or is the root of a monorepo.
 */
export function detectProject(folder: string): Project {
  const manifest = readManifest(folder);
  refuseMonorepo(folder, manifest);
  const dependencies = new Set(
    ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((kind) => Object.keys(objectIn(manifest, kind))),
  );
  return {
    folder,
    framework: frameworks.find(([dependency]) => dependencies.has(dependency))?.[1] ?? 'node',
    packageManager: detectPackageManager(folder, Reflect.get(manifest, 'packageManager')),
    typescript: existsSync(join(folder, 'tsconfig.json')),
    esm: Reflect.get(manifest, 'type') === 'module',
    dependencies,
    scripts: new Set(Object.keys(objectIn(manifest, 'scripts'))),
    has: (path) => existsSync(join(folder, path)),
    read: (path) => readText(join(folder, path)),
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    throw new CommandFailure(`Cannot read ${file} (${code}).`);
  }
}

function readManifest(folder: string): object {
  const file = join(folder, 'package.json');
  const text = readText(file);
  if (text === undefined) {
    throw new CommandFailure(`No package.json in ${folder}. Run the command in the folder of your app.`);
  }
  const manifest = parse(file, text.replace(/^\uFEFF/, ''));
  if (isObject(manifest)) return manifest;
  throw new CommandFailure(`${file} does not contain a JSON object.`);
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file} is not valid JSON.`);
  }
}

/** A pnpm-workspace.yaml without `packages` holds settings of a single project. */
function refuseMonorepo(folder: string, manifest: object): void {
  const pnpm = readText(join(folder, 'pnpm-workspace.yaml')) ?? '';
  if (!Reflect.has(manifest, 'workspaces') && !/^packages\s*:/m.test(pnpm)) return;
  throw new CommandFailure(`${folder} is the root of a monorepo. Run the command in the folder of one of its apps.`);
}

function objectIn(owner: object, name: string): object {
  const value: unknown = Reflect.get(owner, name);
  return isObject(value) ? value : {};
}
