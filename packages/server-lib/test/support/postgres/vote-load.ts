import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { all } from '../../../src/db/sql/statement.js';
import { call, newAddress } from '../http/http-client.js';
import type { Owner } from '../servers/create-owner.js';
import type { TestServer } from '../servers/test-server.js';
import { findDifferences } from './start-instances.js';

/** Visitors who vote all the time. */
export interface VoteLoad {
  /** Resolves when this many more votes are acknowledged. */
  acknowledge(count: number): Promise<void>;
  /** Lets the visitors finish, and expects each acknowledged vote to be stored exactly once, and correct results. */
  finish(observer: TestServer): Promise<void>;
}

const concurrent = 4;

/** How long a visitor waits before a repetition, in milliseconds. */
const retryPause = 20;

/** The time between two requests to `/healthz`, in milliseconds. */
const healthPause = 20;

/**
 * Creates a poll and starts visitors, each with one vote. A visitor whose vote is not acknowledged repeats the request with its
 * Idempotency-Key, until it is.
 *
 * @param targetOf Returns the instance that gets a request, by the number of the request.
 */
export async function startVoting(
  creator: TestServer,
  owner: Owner,
  targetOf: (nth: number) => { readonly url: string },
): Promise<VoteLoad> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'browser' as const };
  const { id: poll } = await creator.askwell.polls.create(owner.session.account, draft);
  /** The IDs of acknowledged votes by voter. */
  const acknowledged = new Map<string, string>();
  const unexpected: string[] = [];
  let [voters, requests] = [0, 0];
  let isFinishing = false;

  async function voteOnce(voter: string): Promise<boolean> {
    const target = targetOf(requests++);
    const sending = call(target, 'POST', `/api/v1/polls/${poll}/votes`, {
      body: { choices: ['o1'], voter },
      headers: { 'idempotency-key': voter },
      from: newAddress(),
    });
    // `fetch failed`: the instance is gone.
    const reply = await sending.catch(
      (error: unknown) => void (error instanceof TypeError || unexpected.push(`${error}`)),
    );
    if (reply?.status === 201) acknowledged.set(voter, reply.id('data.id'));
    else if (reply && reply.status !== 503) unexpected.push(`${reply.status} ${reply.text}`);
    return reply?.status === 201;
  }

  async function visit(): Promise<void> {
    while (!isFinishing && unexpected.length === 0) {
      const voter = `visitor-${String(voters++).padStart(12, '0')}`;
      while (!(await voteOnce(voter)) && unexpected.length === 0) await pause(retryPause);
    }
  }
  const visitors = Array.from({ length: concurrent }, visit);

  return {
    async acknowledge(count) {
      const goal = acknowledged.size + count;
      await vi.waitFor(() => expect(acknowledged.size + goal * unexpected.length).toBeGreaterThanOrEqual(goal), {
        timeout: 30_000,
        interval: 5,
      });
      expect(unexpected).toEqual([]);
    },
    async finish(observer) {
      isFinishing = true;
      await Promise.all(visitors);
      expect(unexpected).toEqual([]);
      const stored = await observer.services.store.read(all<{ id: string }>`
        select r.id from askwell_answers r join askwell_asks a on a.seq = r.ask
        where a.id = ${poll.replace('poll_', '')} order by r.id`);
      expect(stored.map(({ id }) => `vote_${id}`)).toEqual([...acknowledged.values()].sort());
      expect(await findDifferences(observer)).toEqual([]);
    },
  };
}

/** Asks an instance all the time whether it is alive. Returns the function that stops, and returns the statuses. */
export function watchHealth(instance: { readonly url: string }): () => Promise<Set<number>> {
  const statuses = new Set<number>();
  let isStopping = false;
  const watching = (async () => {
    while (!isStopping) {
      statuses.add((await call(instance, 'GET', '/healthz')).status);
      await pause(healthPause);
    }
  })();
  // Nobody reads the statuses if the test fails earlier.
  watching.catch(() => {});
  return async () => {
    isStopping = true;
    await watching;
    return statuses;
  };
}
