import { createAskwell } from '@askwell/server';
import { listening } from '../listening.js';
import { createDelayProbe, createMemoryProbe } from '../probes.js';

/** More requests with keys than an account sends in a minute. */
const unlimited = 1_000_000_000;

/** Askwell behind `node:http`. */
export const open = async (/** @type {{ database: string, secret?: string }} */ options) => {
  const askwell = createAskwell({
    ...options,
    registration: 'open',
    trustProxy: ['127.0.0.1'],
    limits: { accountRequests: unlimited },
  });
  await askwell.ready();
  const server = await listening(askwell.node);
  const delay = createDelayProbe();
  const memory = createMemoryProbe();

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    watchMemory: memory.start,
    memory: memory.stop,
    async close() {
      server.close();
      await askwell.close();
    },
  };
};
