import fastify from 'fastify';
import { expect, test } from 'vitest';
import { fastifyAskwell } from '../../src/adapters/fastify.js';
import { startService } from '../support/servers/start-service.js';

test("Fastify's replies keep the headers that hooks set, whether they are Askwell's or the app's", async () => {
  const { askwell } = await startService({ baseUrl: 'http://127.0.0.1/polls' });
  const app = fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-app', 'one').header('vary', ['a', 'b']);
  });
  app.register(fastifyAskwell, { askwell, prefix: '/polls' });
  try {
    const own = await app.inject('/polls/healthz');
    expect([own.statusCode, own.headers['x-app'], own.headers.vary]).toEqual([200, 'one', ['a', 'b']]);
    const other = await app.inject('/polls/nothing');
    expect([other.statusCode, other.headers['x-app'], other.json()]).toMatchObject([
      404,
      'one',
      { error: 'Not Found' },
    ]);
  } finally {
    await app.close();
    await askwell.close();
  }
});
