import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { mainThreadTime, processorTime } from '../probes.js';
import { openVotes, voteSchema } from '../votes-by-hand.js';

/** Votes with Fastify: a rate limiter, a schema, and a transaction for each vote. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const votes = openVotes(database);
  const app = fastify({ trustProxy: '127.0.0.1' });
  await app.register(rateLimit, { max: 30, timeWindow: '1 minute' });
  app.post('/votes', { schema: { body: voteSchema } }, async (request, reply) => {
    const vote = votes.cast(request.body);
    if (!vote) return reply.code(409).send({ message: 'You have already voted.' });
    return reply.code(201).send({ data: vote });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    port: () => Number(new URL(address).port),
    processorTime,
    mainThreadTime,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      votes.close();
    },
  };
};
