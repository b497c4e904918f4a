import { createHmac } from 'node:crypto';
import { listening } from '../listening.js';
import { openStoreVotes } from '../store-votes.js';
import { isVote } from '../votes-by-hand.js';

const secret = 'a secret that voters are hashed with';

/**
 * Votes by hand over Askwell's store, with the headers of an answer of Askwell, and without limits, origins, versions and request IDs.
 * Shows how much of the cost is Node's, the store's and the vote's own.
 */
export const open = async (
  /** @type {{ bundle: string, database: string, headers: string[] }} */ { headers, ...place },
) => {
  const votes = await openStoreVotes(place);
  const ask = await votes.createPoll();

  /** @param {string} text */
  async function cast(text) {
    const vote = JSON.parse(text);
    if (!isVote(vote)) return { status: 422, body: { message: 'Invalid vote.' } };
    const { choices } = vote;
    const voter = createHmac('sha256', secret).update(vote.voter).digest('hex').slice(0, 32);
    const { id, createdAt } = await votes.record(ask, { choices, voter });
    return { status: 201, body: { data: { id, choices, created_at: new Date(createdAt / 1_000).toISOString() } } };
  }

  const server = await listening((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const { status, body } = await cast(Buffer.concat(chunks).toString());
      const text = JSON.stringify(body);
      response.writeHead(status, [...headers, 'content-length', String(text.length)]);
      response.end(text, 'latin1');
    });
  });

  return {
    ...server,
    async close() {
      server.close();
      await votes.close();
    },
  };
};
