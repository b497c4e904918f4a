import { expect } from 'vitest';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import { type EventStream, openStream } from '../http/event-stream.js';
import { createClient, newAddress } from '../http/http-client.js';
import { createOwner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { StartInstance } from '../servers/test-server.js';

/** A server with functions for its owner, its visitors and readers of live results. */
export type LiveServer = Awaited<ReturnType<typeof startLiveServer>>;

/** Creates a server with functions for its owner and visitors. */
export async function startLiveServer(options: Partial<AskwellOptions> = {}, start: StartInstance = startService) {
  const server = await start({ trustProxy: ['127.0.0.1'], ...options });
  const client = createClient(server);
  const key = await (await createOwner(server.services)).key();
  return {
    server,
    key,
    client,
    async make(more: object = {}): Promise<string> {
      const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
      return (await client('POST', '/polls', { key, body: { ...draft, ...more } })).id('data.id');
    },
    async vote(poll: string, choice = 'o1'): Promise<string> {
      const reply = await client('POST', `/polls/${poll}/votes`, { body: { choices: [choice] }, from: newAddress() });
      expect(reply.status).toBe(201);
      return reply.id('data.id');
    },
    async change(poll: string, changes: object) {
      expect((await client('PATCH', `/polls/${poll}`, { key, body: changes })).status).toBe(200);
    },
    follow: (poll: string, query = '', headers: Record<string, string> = {}) =>
      openStream(server, `/embed/polls/${poll}/live${query}`, headers),
    results: async (poll: string) => (await client('GET', `/polls/${poll}/results`, { key })).at('data'),
    expectNoStreams: () => expect(server.services.live.count()).toEqual({ readers: 0, asks: 0 }),
  };
}

/** Returns the number of votes of a poll's results. */
export const votesIn = (data: unknown): unknown => Object(data).votes_count;

/** Reads events until one has this number of votes. Returns the number of votes of each event. */
export async function readUntilVotes(stream: EventStream, votes: number): Promise<number[]> {
  const counts: number[] = [];
  while (counts.at(-1) !== votes) counts.push(Number(votesIn((await stream.next())?.data)));
  return counts;
}
