import { z } from 'zod';
import { type CallOptions, type Client, call, createClient, type Reply } from '../http/http-client.js';
import { createOwner } from '../servers/create-owner.js';
import type { TestServer } from '../servers/test-server.js';
import { createAsk } from './create-ask.js';

/** One question of each type. {@link rightAnswers} are the right answers, and {@link wrongAnswers} wrong ones. */
export const everyQuestionType = [
  { type: 'single', prompt: 'Capital of France?', options: ['London', 'Paris'], answer: 'o2' },
  { type: 'multiple', prompt: 'Primes?', options: ['Two', 'Four', 'Five'], answer: ['o1', 'o3'] },
  { type: 'boolean', prompt: 'Is water wet?', answer: true },
  { type: 'text', prompt: 'Largest ocean?', answer: ['Pacific', 'Pacific Ocean'] },
  { type: 'number', prompt: 'Pi?', answer: { value: 3.14, tolerance: 0.01 } },
  { type: 'order', prompt: 'By size?', options: ['Moon', 'Sun', 'Earth'], answer: ['o1', 'o3', 'o2'] },
  {
    type: 'match',
    prompt: 'Whose sound?',
    options: ['Cat', 'Dog', 'Cow'],
    targets: ['Meow', 'Woof', 'Moo'],
    answer: { o1: 't1', o2: 't2', o3: 't3' },
  },
];

export const rightAnswers = {
  q1: 'o2',
  q2: ['o1', 'o3'],
  q3: true,
  q4: 'pacific',
  q5: 3.15,
  q6: ['o1', 'o3', 'o2'],
  q7: { o1: 't1', o2: 't2', o3: 't3' },
};

export const wrongAnswers = {
  q1: 'o1',
  q2: ['o2'],
  q3: false,
  q4: 'Atlantic',
  q5: 4,
  q6: ['o3', 'o1', 'o2'],
  q7: { o1: 't2', o2: 't3', o3: 't1' },
};

/** Boolean questions whose answer is true. */
export function plainQuestions(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({ type: 'boolean', prompt: `Question ${at + 1}`, answer: true }));
}

/** Creates an owner and returns functions for the owner's and visitors' requests about quizzes. */
export async function createQuizClient(server: TestServer) {
  const key = await (await createOwner(server.services)).key();
  return {
    key,
    ...quizClient(
      () => server,
      () => key,
    ),
  };
}

/** Returns functions for the requests of a key's owner and of visitors about quizzes. */
export function quizClient(server: () => TestServer, key: () => string) {
  const client: Client = (...request) => createClient(server())(...request);
  const owner = (method: string, path: string, body?: unknown, more: CallOptions = {}) =>
    client(method, path, { key: key(), body, ...more });

  return {
    owner,
    /** Creates a quiz and returns its ID. */
    async make(draft: object): Promise<string> {
      return createAsk(server(), key(), 'quizzes', { title: 'Quiz', questions: everyQuestionType, ...draft });
    },
    attempt: (quiz: string, body: unknown, more: CallOptions = {}): Promise<Reply> =>
      client('POST', `/quizzes/${quiz}/attempts`, { body, ...more }),
    start: (quiz: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) =>
      call(server(), 'GET', `/embed/quizzes/${quiz}/start?${new URLSearchParams(query)}`, { headers }),
    check: (quiz: string, body: unknown, more: CallOptions = {}): Promise<Reply> =>
      call(server(), 'POST', `/embed/quizzes/${quiz}/checks`, { body, ...more }),
    tickets: async (quiz: string, count: number): Promise<string[]> =>
      z.array(z.string()).parse((await owner('POST', `/quizzes/${quiz}/tickets`, { count })).at('data.tickets')),
    results: async (quiz: string) => (await owner('GET', `/quizzes/${quiz}/results`)).at('data'),
    attempts: async (quiz: string): Promise<unknown[]> => {
      const { text } = await owner('GET', `/quizzes/${quiz}/attempts?format=jsonl&order=asc`);
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line));
    },
  };
}
