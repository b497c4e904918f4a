import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { Services } from '../../instance/assemble-services.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';

let services: Services;
let owner: Owner;
beforeAll(async () => {
  services = (await startService()).services;
  owner = await createOwner(services);
});
afterAll(() => services.close());

async function receiptOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { asks, submitService }: KindServices<Draft, Own, Body, W>,
  draft: Draft,
  members: Record<string, unknown>,
) {
  const { ask } = await asks.create(owner.session.scope, draft);
  const answer = { members, clientKey: () => 'test', idempotency: null, language: null };
  return { receipt: (await submitService.submit(ask, answer)).receipt() };
}

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const quizOf = (message: string) => ({
  title: 'Quiz',
  after: { message },
  questions: [{ type: 'boolean' as const, prompt: 'Is it two?', answer: true }],
});

// Many answers are committed together. If their receipts waited, all of these answers would be in memory at the same time.
test('a receipt without results and formulas is built at once', async () => {
  const hidden = { ...lunch, results_visibility: 'never' as const };
  const receipts = [
    await receiptOf(services.polls, hidden, { choices: ['o1'] }),
    await receiptOf(services.quizzes, quizOf('Thank you!'), { answers: { q1: true } }),
    await receiptOf(
      services.forms,
      { title: 'Form', fields: [{ type: 'short_text', label: 'Name' }] },
      { answers: {} },
    ),
  ];
  for (const { receipt } of receipts) expect(receipt).toMatchObject({ created_at: expect.any(String) });
});

test('a receipt waits for results and for formulas', async () => {
  const visible = { ...lunch, results_visibility: 'after_answer' as const };
  const { receipt: vote } = await receiptOf(services.polls, visible, { choices: ['o1'] });
  expect(vote).toBeInstanceOf(Promise);
  expect(await vote).toMatchObject({ results: { votes_count: 1 } });

  const { receipt: attempt } = await receiptOf(services.quizzes, quizOf('It is: $1+1=2$'), { answers: { q1: true } });
  expect(attempt).toBeInstanceOf(Promise);
  expect(await attempt).toMatchObject({ formulas: { '$1+1=2$': expect.anything() } });
});
