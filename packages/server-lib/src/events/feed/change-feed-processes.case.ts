import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, newAddress } from '../../../test/support/http/http-client.js';
import { type ServedCli, serveCli } from '../../../test/support/processes/spawn-cli.js';
import { randomFor } from '../../../test/support/random.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { soakFactor } from '../../../test/support/soak-factor.js';
import { emptyDatabase, secretOf, testSecret } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { silentLogger } from '../../base/logger.js';
import { assembleServices } from '../../instance/assemble-services.js';
import type { FeedEvent } from './change-event.js';

/** Defines the tests of the change feed with servers that are killed, on the database of the test project. */
export function describeChangeFeedOverKills(): void {
  const writes = 1_500 * soakFactor * (soakFactor > 1 ? 3.4 : 1);
  const writers = 16;
  const random = randomFor('writes');

  let folder: string;
  let database: string;
  let key: string;
  let siteKey: string;
  let sites: number[];
  let servers: ServedCli[] = [];
  /** Polls that are never deleted. */
  const polls: string[] = [];
  /** Counts requests that changed something, and servers that were killed. */
  const figures = { writes: 0, kills: 0 };
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'browser' as const, allow_change: true };

  beforeAll(async () => {
    folder = await temporaryFolder();
    database = await emptyDatabase(join(folder, 'askwell.db'));
    const services = assembleServices({ database, logger: silentLogger, ...secretOf(database) });
    const owner = await createOwner(services);
    key = await owner.key();
    const { scope } = owner.session;
    const created = [
      await services.sites.create(scope, { name: 'Shop' }),
      await services.sites.create(scope, { name: 'Blog' }),
    ];
    sites = created.map(({ id }) => id);
    siteKey = await owner.key(sites[0]);
    for (let n = 0; n < 10; n++) {
      const { ask } = await services.polls.asks.create(scope, { ...draft, site_id: sites[n % 2] ?? null });
      polls.push(services.polls.asks.wireId(ask));
    }
    await services.close();
    servers = await Promise.all([serve(), serve()]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  });

  const serve = () =>
    serveCli(database, {
      words: ['--trust-proxy', '127.0.0.1', '--account-requests', '9999999'],
      env: database.startsWith('postgres') ? { SECRET: testSecret } : {},
    });

  /** Sends a request to any server. Returns undefined if the server was killed during the request. */
  async function send(
    method: string,
    path: string,
    { body, as = key }: { body?: object; as?: string } = {},
  ): Promise<{ status: number; text: string } | undefined> {
    const server = servers[random(servers.length)];
    if (!server) return undefined;
    try {
      const reply = await call(server, method, path, { key: as, body, from: newAddress() });
      if (method !== 'GET' && reply.status < 300) figures.writes++;
      return reply;
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  const anyOf = <Item>(items: readonly Item[]) => items[random(items.length)];

  const anyVote = () => ({
    choices: [anyOf(['o1', 'o2'])],
    voter: `a-visitor-of-these-polls-${random(500)}`,
  });

  const idIn = (reply: { text: string } | undefined, kind: string) =>
    new RegExp(`"id":"(${kind}_\\w+)"`).exec(reply?.text ?? '')?.[1];

  /** Writes at random: new, changed and deleted votes, batches of votes, and new, changed, moved and deleted polls. */
  async function writeAtRandom(count: number): Promise<void> {
    const votes: string[] = [];
    const ownPolls: string[] = [];
    for (let n = 0; n < count; n++) {
      const poll = `/api/v1/polls/${anyOf([...polls, ...ownPolls])}`;
      const chance = random(100) / 100;
      if (chance < 0.7) {
        const id = idIn(await send('POST', `${poll}/votes`, { body: anyVote() }), 'vote');
        if (id) votes.push(`${poll}/votes/${id}`);
      } else if (chance < 0.76) {
        const answers = Array.from({ length: 6 }, anyVote);
        await send('POST', `${poll}/votes/batch`, { body: { answers } });
      } else if (chance < 0.93) await send('DELETE', votes.pop() ?? `${poll}/votes?all=true`);
      else if (chance < 0.96) await send('PATCH', poll, { body: { title: `Lunch at ${n}?` } });
      else if (chance < 0.98) await send('PATCH', poll, { body: { site_id: anyOf([...sites, null]) } });
      else if (ownPolls.length < 3) {
        const id = idIn(await send('POST', '/api/v1/polls', { body: draft }), 'poll');
        if (id) ownPolls.push(id);
      } else await send('DELETE', `/api/v1/polls/${ownPolls.shift()}`);
    }
  }

  /** The content of an account or a site: its polls and their votes, by ID. */
  type Content = Map<string, unknown>;

  const withoutCounts = ({ answers_count: _, accepting: __, ...rest }: Record<string, unknown>): object => rest;

  /** A copy that follows the changes. */
  class Copy {
    readonly content: Content = new Map();
    events = 0;
    #cursor = '';

    constructor(readonly reader: string) {}

    /** Reads until nothing is left. */
    async catchUp(): Promise<void> {
      for (;;) {
        const reply = await send('GET', `/api/v1/changes${this.#cursor}`, { as: this.reader });
        // The server was killed, or is starting.
        if (reply?.status !== 200) continue;
        const { data, meta } = JSON.parse(reply.text);
        for (const event of data) this.#apply(event);
        const next = `?cursor=${meta.next_cursor}`;
        if (next === this.#cursor) return;
        this.#cursor = next;
      }
    }

    #apply({ type, ask_id, answer_id, data }: FeedEvent): void {
      this.events++;
      if (type === 'answer.deleted') this.content.delete(`${ask_id} ${answer_id}`);
      if (type === 'ask.deleted')
        for (const id of this.content.keys()) if (id.startsWith(ask_id)) this.content.delete(id);
      if (data)
        this.content.set(
          answer_id === null ? ask_id : `${ask_id} ${answer_id}`,
          answer_id ? data : withoutCounts({ ...data }),
        );
    }
  }

  /** Reads the lists of an account or a site. */
  async function readLists(reader: string): Promise<Content> {
    const content: Content = new Map();
    const linesOf = async (path: string) =>
      ((await send('GET', `${path}?format=jsonl`, { as: reader }))?.text ?? expect.unreachable('All servers run.'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    for (const poll of await linesOf('/api/v1/polls')) {
      content.set(poll.id, withoutCounts(poll));
      // Votes in events have no tags and no note.
      for (const { tags, note, ...vote } of await linesOf(`/api/v1/polls/${poll.id}/votes`))
        content.set(`${poll.id} ${vote.id}`, vote);
    }
    return content;
  }

  const sorted = (content: Content) => new Map([...content].sort(([a], [b]) => (a < b ? -1 : 1)));

  test('copies that follow the changes equal the lists, while processes write and are killed', {
    timeout: 600_000,
  }, async ({ annotate }) => {
    const copies = [new Copy(key), new Copy(siteKey)];
    let isWriting = true;
    const written = Promise.all(Array.from({ length: writers }, () => writeAtRandom(writes / writers))).finally(() => {
      isWriting = false;
    });
    for (let rounds = 0; isWriting; rounds++) {
      await Promise.all(copies.map((copy) => copy.catchUp()));
      if (rounds % 8 !== 3) continue;
      const [killed, ...others] = servers;
      servers = others;
      killed?.child.kill('SIGKILL');
      await killed?.ended;
      figures.kills++;
      servers = [...others, await serve()];
    }
    await written;
    for (const copy of copies) {
      await copy.catchUp();
      // The random writes can move all polls out of a site.
      expect(copy.events).toBeGreaterThan(0);
      expect(sorted(copy.content)).toEqual(sorted(await readLists(copy.reader)));
    }
    const events = copies.map((copy) => copy.events).join(' and ');
    await annotate(`${figures.writes} writes, ${figures.kills} kills, ${events} events`);
  });
}
