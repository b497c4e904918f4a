import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAskwell } from '@askwell/server';
import type { AskKind } from '@askwell/server/contract';
import { newAddress } from '../../../../server-lib/test/support/http/http-client.js';
import { close, listen } from '../servers.js';
import type { Definition } from './definition.js';
import type { Generated } from './definitions.js';
import { createStore, type KindStore, type Visitor } from './store.js';

/** The texts that a visitor reads on both surfaces. */
export interface Reading {
  /** The hosted page. */
  readonly html: string;
  /** The markup of the widget. */
  readonly element: string;
}

/** The states of an ask. Each must be read before the next one. Null if the ask does not have it. */
export const states = ['asking', 'started', 'answered', 'closed'] as const;
export type Stages = { readonly [Name in (typeof states)[number]]: () => Promise<Reading | null> };

/** A server with the hosted pages, and the widget. */
export interface Surfaces {
  readonly url: string;
  /** Creates an ask with the answers of others. */
  readonly create: (generated: Generated) => Promise<Stages>;
  readonly close: () => Promise<void>;
}

export async function createSurfaces(): Promise<Surfaces> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-texts-'));
  const askwell = createAskwell({
    database: join(folder, 'askwell.db'),
    trustProxy: ['127.0.0.1'],
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000 },
  });
  const server = createServer((request, response) => {
    // All visitors are in one browser, and starts of quizzes count by address.
    request.headers['x-forwarded-for'] = newAddress();
    askwell.node(request, response);
  });
  const url = await listen(server);
  const account = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
  const store = createStore(askwell, account);

  async function createAsk<Kind extends AskKind>(
    { kind, draft, own, others }: Definition<Kind>,
    ask: KindStore<Kind>,
    { at, language }: Generated,
  ): Promise<Stages> {
    let visitor = newVisitor(`visitor${at}`);
    const id = await ask.create({ ...draft, locale: language });
    for (const [by, answer] of others.entries()) {
      if (await ask.isAccepting(id)) await ask.answer(id, answer, newVisitor(`other${by}`));
    }

    async function open(path: string): Promise<string> {
      const cookie = `askwell-visitor=${visitor.voter}`;
      const start = {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      };
      const request = new Request(url + path, path.endsWith('/start') ? start : { headers: { cookie } });
      const reply = await askwell.fetch(request, visitor);
      const location = reply.headers.get('location');
      return location ? open(location.replace(url, '')) : reply.text();
    }
    const read = async (path = '', more = ''): Promise<Reading> => ({
      html: await open(`/p/${id}${path}`),
      element: `<askwell-${kind} ${kind}-id="${id}" server="${url}" voter="${visitor.voter}" layout="list" ${more}></askwell-${kind}>`,
    });
    return {
      asking: () => read(),
      started: async () => (needsStart(draft) && (await ask.isAccepting(id)) ? read('/start', 'data-start') : null),
      async answered() {
        const answer = (await ask.isAccepting(id)) ? await ask.answer(id, own, visitor) : null;
        if (answer === null) return null;
        const ticket = answer.ticket === undefined ? '' : `&ticket=${answer.ticket}`;
        const more = revealsNothing(draft) ? 'data-empty' : '';
        return read(`?answer=${answer.id}${ticket}`, `answer="${answer.id}" ${more}`);
      },
      async closed() {
        await ask.close(id);
        // Has not answered.
        visitor = newVisitor(`reader${at}`);
        return read();
      },
    };
  }

  return {
    url,
    create(generated) {
      const { definition } = generated;
      switch (definition.kind) {
        case 'poll':
          return createAsk(definition, store.poll, generated);
        case 'quiz':
          return createAsk(definition, store.quiz, generated);
        case 'form':
          return createAsk(definition, store.form, generated);
      }
    },
    async close() {
      await close(server);
      await askwell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function newVisitor(name: string): Visitor {
  return { voter: name.padEnd(32, 'x'), address: newAddress() };
}

/** Whether the quiz has nothing to show to visitors who have answered. */
function revealsNothing(draft: object): boolean {
  return 'reveal' in draft && draft.reveal === 'nothing';
}

/** Whether both surfaces get the same questions of a quiz that has to be started. */
function needsStart(draft: object): boolean {
  const { draw = null, time_limit_seconds = null, one_per = null }: Partial<Record<string, unknown>> = { ...draft };
  return (draw !== null && one_per === 'browser') || (draw === null && time_limit_seconds !== null);
}
