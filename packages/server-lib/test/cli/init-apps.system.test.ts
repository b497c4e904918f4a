import { afterEach, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { type App, createApp } from '../support/processes/developer-app.js';
import { type Program, startProgram } from '../support/processes/start-program.js';

let app: App;
let program: Program | undefined;
afterEach(async () => {
  await program?.stop();
  program = undefined;
  await app.remove();
});

/** Returns the lines that the command asks the developer to add. */
function addedLines(stdout: string): string {
  const [, lines = ''] = /^\d\. Add to [^\n]+:\n\n(.*?)\n\n\d\. /ms.exec(stdout) ?? [];
  return lines.replace(/^ {5}/gm, '');
}

/** The app of a developer before and after the added lines. */
type AppCode = readonly [before: string, after: string];

const port = 'Number(process.env.PORT)';
const apps: Readonly<Record<string, AppCode>> = {
  express: [`import express from 'express';\nconst app = express();`, `app.listen(${port}, '127.0.0.1');`],
  fastify: [
    `import fastify from 'fastify';\nconst app = fastify();`,
    `await app.listen({ port: ${port}, host: '127.0.0.1' });`,
  ],
  koa: [`import Koa from 'koa';\nconst app = new Koa();`, `app.listen(${port}, '127.0.0.1');`],
  hono: [
    `import { Hono } from 'hono';\nimport { serve } from '@hono/node-server';\nconst app = new Hono();`,
    `serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' });`,
  ],
};

const commonExpress: AppCode = [
  `const express = require('express');\nconst app = express();`,
  `app.listen(${port}, '127.0.0.1');`,
];

/** Starts a file of the app, opens the page with the first poll and votes. */
async function expectFirstVote(file: string): Promise<void> {
  // The database is the one in its .env.
  const env = { ASKWELL_DATABASE: undefined };
  const server = await startProgram({ args: [file], cwd: app.folder, basePath: '/polls', env });
  program = server;
  const open = async () => {
    const page = await call(server, 'GET', '/poll');
    expect(page.headers.get('content-type')).toContain('text/html');
    return /<askwell-poll poll-id="(poll_\w+)">/.exec(page.text)?.[1];
  };
  const id = await open();
  expect(id).toMatch(/^poll_/);
  expect(await open()).toBe(id);
  expect((await call(server, 'GET', '/polls/widget.js')).status).toBe(200);
  const vote = await call(server, 'POST', `/polls/api/v1/polls/${id}/votes`, { body: { choices: ['o1'] } });
  expect(vote.status).toBe(201);
  expect((await call(server, 'GET', '/elsewhere')).status).toBe(404);
  const { '.env': written, ...files } = await app.files();
  expect(written).toMatch(/^ASKWELL_SECRET=/m);
  // The secret of .env is in use: none was generated next to the database.
  expect(Object.keys(files).filter((path) => path.startsWith('askwell.db'))).not.toContain('askwell.db.secret');
  expect(Object.keys(files)).toContain('askwell.db');
}

test.each(Object.entries(apps))('an app of %s works with the added lines', async (framework, [before, after]) => {
  app = await createApp({ 'package.json': { type: 'module', dependencies: { [framework]: '*' } } });
  const { stdout } = await app.init('--yes');
  await app.write('app.js', [before, addedLines(stdout), after].join('\n'));
  await expectFirstVote('app.js');
});

test('a CommonJS app works with the added lines', async () => {
  app = await createApp({ 'package.json': { dependencies: { express: '*' } } });
  const { stdout } = await app.init('--yes');
  await app.write('app.js', [commonExpress[0], addedLines(stdout), commonExpress[1]].join('\n'));
  await expectFirstVote('app.js');
});

test.each(['module', 'commonjs'])('the generated server for plain Node works with type %s', async (type) => {
  app = await createApp({ 'package.json': { type } });
  await app.init('--yes');
  await expectFirstVote('askwell-server.js');
  const end = await program?.stop();
  program = undefined;
  expect(end).toMatchObject({ code: 0, output: '' });
});
