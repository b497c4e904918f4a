import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp } from '../support/processes/developer-app.js';
import { runCli } from '../support/processes/run-cli.js';

const modules = new URL('../../../../node_modules/', import.meta.url);
const compiler = fileURLToPath(new URL('typescript7/bin/tsc', modules));
/** TypeScript 7 takes less time, but does not support the module resolution of older projects. */
const olderCompiler = fileURLToPath(new URL('typescript/bin/tsc', modules));

let apps: App;
afterEach(() => apps.remove());

/** Runs `askwell init` in several apps, and returns the compiler errors of all of them. */
async function compile(
  manifests: Readonly<Record<string, object>>,
  compilerOptions: object,
  declarations: string,
): Promise<string> {
  const strict = {
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: 'ES2022',
  };
  const config = { compilerOptions: { ...strict, ...compilerOptions }, exclude: ['node_modules'] };
  apps = await createApp({ 'tsconfig.json': config, 'framework.d.ts': declarations });
  for (const [name, manifest] of Object.entries(manifests)) {
    await apps.write(join(name, 'package.json'), JSON.stringify(manifest));
    await apps.write(join(name, 'tsconfig.json'), '{}');
    const { code, stdout } = await runCli(['init', '--yes'], { cwd: join(apps.folder, name) });
    expect([code, stdout]).toEqual([0, expect.stringContaining('TypeScript')]);
  }
  const run = promisify(execFile)(process.execPath, [compiler, '-p', apps.folder]);
  return (await run.catch((failed: { stdout: string }) => failed)).stdout;
}

test('the files for frameworks with a bundler compile as TypeScript', async () => {
  const manifests = {
    next: { dependencies: { next: '*' } },
    kit: { type: 'module', devDependencies: { '@sveltejs/kit': '*' } },
    nuxt: { type: 'module', dependencies: { nuxt: '*' } },
    payload: { type: 'module', dependencies: { payload: '*', next: '*' } },
    router: { type: 'module', devDependencies: { '@react-router/dev': '*' } },
    astro: { type: 'module', dependencies: { astro: '*' } },
    start: { type: 'module', dependencies: { '@tanstack/react-start': '*' } },
  };
  const options = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
    paths: { '$lib/*': ['./kit/src/lib/*'] },
  };
  // Declarations of the frameworks.
  const declarations = `
declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>;
}
declare module 'react-router' {
  export function useLoaderData<Loader extends () => unknown>(): Awaited<ReturnType<Loader>>;
}
declare module 'astro' {
  export type APIRoute = (context: { request: Request; clientAddress: string }) => Response | Promise<Response>;
}
declare module '@tanstack/react-start' {
  export function createServerFn(options: { method: 'GET' }): { handler<Result>(load: () => Result): () => Result };
}
declare module '@tanstack/react-router' {
  type Handler = (context: { request: Request }) => Response | Promise<Response>;
  export function createFileRoute(path: string): <Data>(options: {
    loader?: () => Promise<Data>;
    component?: () => unknown;
    server?: { handlers: Record<string, Handler> };
  }) => { useLoaderData(): Data };
}
declare function defineEventHandler<T>(handler: (event: import('@askwell/server/h3').H3NodeEvent) => T): T;
declare function setResponseHeader(event: unknown, name: string, value: string): void;`;
  expect(await compile(manifests, options, declarations)).toBe('');
});

test('the files for Node compile as TypeScript, in ES modules and CommonJS', async () => {
  const manifests = {
    express: { type: 'module', dependencies: { express: '*' } },
    module: { type: 'module' },
    commonjs: { type: 'commonjs' },
  };
  const options = { module: 'nodenext', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  expect(await compile(manifests, options, '')).toBe('');
});

test('the files for AdonisJS compile', async () => {
  const manifests = { adonis: { type: 'module', dependencies: { '@adonisjs/core': '*' } } };
  const declarations = `
declare module '@adonisjs/core/http' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export interface HttpContext {
    request: { request: IncomingMessage };
    response: { response: ServerResponse };
  }
}
declare module '@adonisjs/core/types/http' {
  export type NextFn = () => Promise<void>;
}`;
  expect(await compile(manifests, { module: 'nodenext' }, declarations)).toBe('');
});

/** The code of an app before the added lines, in the framework's own types. */
const appsBefore: Readonly<Record<string, string>> = {
  express: `import express from 'express';\nconst app = express();`,
  // An app of Nest has the `use` of its Express app.
  '@nestjs/core': `import express from 'express';\nconst app: Pick<express.Express, 'use'> = express();`,
  fastify: `import fastify from 'fastify';\nconst app = fastify();`,
  koa: `import Koa from 'koa';\nconst app = new Koa();`,
  hono: `import { Hono } from 'hono';\nconst app = new Hono();`,
};

test('the added lines compile as TypeScript, with module nodenext and commonjs', async () => {
  apps = await createApp({});
  for (const [dependency, before] of Object.entries(appsBefore)) {
    const name = dependency.replace('@', '');
    await apps.write(
      join(name, 'package.json'),
      JSON.stringify({ type: 'module', dependencies: { [dependency]: '*' } }),
    );
    await apps.write(join(name, 'tsconfig.json'), '{}');
    const { stdout } = await runCli(['init', '--yes'], { cwd: join(apps.folder, name) });
    await apps.write(join(name, 'app.ts'), `${before}\n${printedCode(stdout, 'Add to [^\\n]+:')}\nexport { app };\n`);
    const isExpress = before.includes('express');
    await apps.write(
      join(name, 'user.ts'),
      `${isExpress ? expressUser : userByCookie}\n${printedCode(stdout, '[^\\n]+Replace findUser[^\\n]+:')}`,
    );
  }
  const shared = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: 'ES2022',
    esModuleInterop: true,
  };
  const unused = { noUnusedLocals: true, noUnusedParameters: true };
  const settings = [
    { readBy: compiler, module: { module: 'nodenext' } },
    { readBy: olderCompiler, module: { module: 'commonjs', moduleResolution: 'node10' } },
  ];
  for (const { readBy, module } of settings) {
    const compilerOptions = { ...shared, ...unused, ...module };
    await apps.write('tsconfig.json', JSON.stringify({ compilerOptions, exclude: ['node_modules'] }));
    const run = promisify(execFile)(process.execPath, [readBy, '-p', apps.folder]);
    expect([module, (await run.catch((failed: { stdout: string }) => failed)).stdout]).toEqual([module, '']);
  }
});

const authJs = `{ user?: { id?: string; name?: string | null; email?: string | null } }`;
const user = '{ id: number; name: string; email: string }';
const lucia = `declare const lucia: {
  readSessionCookie(cookie: string): string | null;
  validateSession(id: string): Promise<{ user: ${user} | null }>;
};`;
const betterAuth = `declare const auth: {
  api: { getSession(options: { headers: Headers }): Promise<{ user: ${user} } | null> };
};`;

interface SignIn {
  readonly name: string;
  /** The packages of the app. */
  readonly packages: readonly string[];
  /** What the printed code uses. */
  readonly declarations: string;
  readonly modules?: string;
}

/** The libraries that printed sign-ins use. */
const signIns: readonly SignIn[] = [
  {
    name: 'next-auth',
    packages: ['next', 'next-auth'],
    declarations: `declare function auth(): Promise<${authJs} | null>;`,
  },
  { name: 'next-better-auth', packages: ['next', 'better-auth'], declarations: betterAuth },
  { name: 'next-lucia', packages: ['next', 'lucia'], declarations: lucia },
  {
    name: 'payload',
    packages: ['next', 'payload'],
    declarations: '',
    modules: `declare module '@payload-config' {
  const config: Promise<object>;
  export default config;
}
declare module 'payload' {
  type User = { id: number | string; email?: string };
  export function getPayload(options: {
    config: Promise<object>;
  }): Promise<{ auth(options: { headers: Headers }): Promise<{ user: User | null }> }>;
}`,
  },
  {
    name: 'adonis-auth',
    packages: ['@adonisjs/core', '@adonisjs/auth'],
    declarations: `interface HttpContext {
  auth: { check(): Promise<boolean>; user?: { id: number; fullName: string | null; email: string } };
}`,
  },
  {
    name: 'adonis',
    packages: ['@adonisjs/core'],
    declarations: `interface HttpContext { session: { get(name: string): any } }
declare function findUserById(id: unknown): Promise<${user} | null>;`,
  },
  {
    name: 'express-passport',
    packages: ['express', 'passport'],
    declarations: `interface Request { user?: ${user} }`,
  },
  {
    name: 'express-session',
    packages: ['express', 'express-session'],
    declarations: `interface Request { session: { user?: ${user} } }`,
  },
  {
    name: 'express-better-auth',
    packages: ['express', 'better-auth'],
    declarations: `import type { Request } from 'express';\n${betterAuth}`,
    modules: `declare module 'better-auth/node' {
  export function fromNodeHeaders(headers: import('node:http').IncomingHttpHeaders): Headers;
}`,
  },
  {
    name: 'express-auth-js',
    packages: ['express', '@auth/express'],
    declarations: `import type { Request } from 'express';\ndeclare const authConfig: object;`,
    modules: `declare module '@auth/express' {
  export function getSession(request: import('express').Request, config: object): Promise<${authJs} | null>;
}`,
  },
  {
    name: 'express-lucia',
    packages: ['express', 'lucia'],
    declarations: `import type { Request } from 'express';\n${lucia}`,
  },
];

test('the sign-ins with libraries compile as TypeScript', async () => {
  apps = await createApp({});
  for (const { name, packages, declarations, modules = '' } of signIns) {
    const dependencies = Object.fromEntries(packages.map((dependency) => [dependency, '*']));
    await apps.write(join(name, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    await apps.write(join(name, 'tsconfig.json'), '{}');
    const { stdout } = await runCli(['init', '--yes'], { cwd: join(apps.folder, name) });
    const code = printedCode(stdout, '[^\\n]+Replace findUser[^\\n]+:');
    await apps.write(join('sign-ins', `${name}.ts`), `${hostUser}\n${declarations}\n${code}`);
    await apps.write(join('sign-ins', `${name}-modules.d.ts`), modules);
  }
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: ['node'], module: 'preserve' };
  await apps.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['sign-ins'] }));
  const run = promisify(execFile)(process.execPath, [compiler, '-p', apps.folder]);
  expect((await run.catch((failed: { stdout: string }) => failed)).stdout).toBe('');
});

const hostUser = `import type { HostUser } from '@askwell/server';\nexport { findUser };`;
const expressUser = `${hostUser}\nimport type { Request } from 'express';`;
const userByCookie = `${hostUser}
declare function findUserByCookie(cookie: string): Promise<{ id: number; name: string; email: string } | null>;`;

/** Returns the code that the command prints after a text. */
function printedCode(stdout: string, text: string): string {
  const printed = new RegExp(`^\\d\\. ${text}\\n\\n(.*?)\\n\\n\\d\\. `, 'ms').exec(stdout)?.[1];
  return (printed ?? expect.unreachable(stdout)).replace(/^ {5}/gm, '');
}
