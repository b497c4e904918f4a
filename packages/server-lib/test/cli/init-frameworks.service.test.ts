import { afterEach, describe, expect, test } from 'vitest';
import { type App, createApp } from '../support/processes/developer-app.js';

let app: App;
afterEach(() => app.remove());

const shared = ['.env', '.env.example', '.gitignore'];

describe('writes the files of each framework', () => {
  const ts = { 'tsconfig.json': '{}' };
  const unknown = 'a framework that this command does not know';
  const cases: [string, string, Record<string, string | object>, string[]][] = [
    [
      'Next.js',
      'next',
      ts,
      ['app/poll/page.tsx', 'app/polls/[[...path]]/route.ts', 'lib/askwell.ts', 'lib/first-poll.ts', 'next.config.mjs'],
    ],
    [
      'Next.js',
      'next',
      { 'src/app/page.js': '', 'next.config.js': '' },
      ['src/app/poll/page.jsx', 'src/app/polls/[[...path]]/route.js', 'src/lib/askwell.js', 'src/lib/first-poll.js'],
    ],
    [
      'SvelteKit',
      '@sveltejs/kit',
      ts,
      [
        'src/lib/server/askwell.ts',
        'src/lib/server/first-poll.ts',
        'src/routes/poll/+page.server.ts',
        'src/routes/poll/+page.svelte',
        'src/routes/polls/[...path]/+server.ts',
      ],
    ],
    [
      'Nuxt',
      'nuxt',
      ts,
      [
        'server/routes/poll.get.ts',
        'server/routes/polls/[...].ts',
        'server/routes/polls/index.ts',
        'server/utils/askwell.ts',
        'server/utils/first-poll.ts',
      ],
    ],
    [
      'Payload',
      'payload',
      { ...ts, 'src/app/(frontend)/layout.tsx': '', 'next.config.ts': '' },
      [
        'src/app/(frontend)/poll/page.tsx',
        'src/app/polls/[[...path]]/route.ts',
        'src/lib/askwell.ts',
        'src/lib/first-poll.ts',
      ],
    ],
    [
      'React Router',
      '@react-router/dev',
      ts,
      ['app/lib/askwell.server.ts', 'app/lib/first-poll.server.ts', 'app/routes/poll.tsx', 'app/routes/polls.ts'],
    ],
    [
      'Astro',
      'astro',
      ts,
      ['src/lib/askwell.ts', 'src/lib/first-poll.ts', 'src/pages/poll.astro', 'src/pages/polls/[...path].ts'],
    ],
    [
      'TanStack Start',
      '@tanstack/react-start',
      ts,
      ['src/lib/askwell.server.ts', 'src/lib/first-poll.server.ts', 'src/routes/poll.tsx', 'src/routes/polls/$.ts'],
    ],
    [
      'AdonisJS',
      '@adonisjs/core',
      ts,
      ['app/middleware/askwell_middleware.ts', 'app/services/askwell.ts', 'app/services/first_poll.ts'],
    ],
    ['Nest', '@nestjs/core', { ...ts, 'src/main.ts': '' }, ['src/askwell.ts', 'src/first-poll.ts']],
    ['Express', 'express', {}, ['askwell.js', 'first-poll.js']],
    ['Fastify', 'fastify', ts, ['askwell.ts', 'first-poll.ts']],
    ['Koa', 'koa', {}, ['askwell.js', 'first-poll.js']],
    ['Hono', 'hono', {}, ['askwell.js', 'first-poll.js']],
    [unknown, '@remix-run/node', {}, ['askwell.js', 'first-poll.js']],
    [unknown, 'nitropack', {}, ['askwell.js', 'first-poll.js']],
    [unknown, 'h3', {}, ['askwell.js', 'first-poll.js']],
    [unknown, '@hapi/hapi', {}, ['askwell.js', 'first-poll.js']],
    ['Node without a framework', 'left-pad', {}, ['askwell-server.js', 'askwell.js', 'first-poll.js']],
  ];

  test.each(cases)('%s, by the dependency %s', async (title, dependency, files, expected) => {
    app = await createApp({ 'package.json': { devDependencies: { [dependency]: '*', express: '*' } }, ...files });
    if (dependency === 'left-pad') await app.write('package.json', '{}');
    const before = Object.keys(await app.files());
    const { code, stdout, stderr } = await app.init('--yes');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Found ${title}, ${'tsconfig.json' in files ? 'TypeScript' : 'JavaScript'}, npm.`);
    const after = await app.files();
    expect(Object.keys(after).filter((path) => !before.includes(path))).toEqual([...shared, ...expected].sort());

    const again = await app.init('--yes');
    expect([again.code, await app.files()]).toEqual([0, after]);
    expect(again.stdout).not.toMatch(/^ {2}(new|changed)/m);
  });
});
