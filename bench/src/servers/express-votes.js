import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { listening } from '../listening.js';
import { isVote, openVotes } from '../votes-by-hand.js';

/** Votes with Express: a rate limiter, a body parser, and a transaction for each vote. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const votes = openVotes(database);
  const app = express();
  app.set('trust proxy', '127.0.0.1');
  app.use(rateLimit({ windowMs: 60_000, limit: 30, standardHeaders: 'draft-8', legacyHeaders: false }));
  app.use(express.json());
  app.post('/votes', (request, response) => {
    if (!isVote(request.body)) {
      response.status(422).json({ message: 'Invalid vote.' });
      return;
    }
    const vote = votes.cast(request.body);
    if (vote) response.status(201).json({ data: vote });
    else response.status(409).json({ message: 'You have already voted.' });
  });
  const server = await listening(app);

  return {
    ...server,
    close() {
      server.close();
      votes.close();
    },
  };
};
