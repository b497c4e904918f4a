import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAskwell } from '@askwell/server';
import { offer } from '../offer.js';
import { createDelayProbe, createMemoryProbe, processorTime } from '../probes.js';

/** More requests with keys than an account sends in a minute. */
const unlimited = 1_000_000_000;

/** Askwell behind `node:http`. */
offer(async (/** @type {{ database: string, secret?: string }} */ options) => {
  const askwell = createAskwell({
    ...options,
    registration: 'open',
    trustProxy: ['127.0.0.1'],
    limits: { accountRequests: unlimited },
  });
  await askwell.ready();
  const server = createServer(askwell.node).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const delay = createDelayProbe();
  const memory = createMemoryProbe();

  return {
    port() {
      const address = server.address();
      return typeof address === 'object' ? address?.port : null;
    },
    processorTime,
    watchDelay: delay.start,
    delay: delay.stop,
    watchMemory: memory.start,
    memory: memory.stop,
    async close() {
      server.closeAllConnections();
      server.close();
      await askwell.close();
    },
  };
});
