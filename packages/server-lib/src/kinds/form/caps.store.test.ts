import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { emptyDatabase } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { AskwellError } from '../../base/errors.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let instances: readonly [TestServer, TestServer];
let account: AccountObject;
beforeAll(async () => {
  const database = await emptyDatabase(join(await temporaryFolder(), 'askwell.db'));
  instances = [await startService({ database }), await startService({ database })];
  account = (await createOwner(instances[0].services)).session.account;
});
afterAll(() => Promise.all(instances.map((instance) => instance.close())));

const options = [
  { id: 'small', label: 'Small', max_answers: 40 },
  { id: 'large', label: 'Large' },
];
const cities = ['Rome', 'Oslo', 'Nowhere'];

test('500 parallel submissions at two instances fill options and quotas exactly', async () => {
  const [one, other] = instances;
  const { id } = await one.askwell.forms.create(account, {
    title: 'Form',
    fields: [
      { id: 'size', type: 'single_choice', label: 'Size', options },
      { id: 'city', type: 'short_text', label: 'City' },
    ],
    variables: [{ id: 'places', type: 'number', value: 1.5, rules: [] }],
    endings: [
      { id: 'over', when: { field: 'city', is: 'Nowhere' }, title: 'Over', outcome: 'disqualified' },
      { id: 'done', title: 'Done' },
    ],
    quotas: [
      { id: 'rome', when: { field: 'city', is: 'Rome' }, limit: 30, ending: 'over' },
      { id: 'oslo', when: { field: 'city', is: 'Oslo' }, limit: 20, ending: null },
    ],
  });
  /** Returns the ending that a submission reaches, or the code of the error. */
  async function submit(at: number): Promise<string | undefined> {
    const { askwell } = at % 2 === 0 ? one : other;
    const answers =
      at < 200
        ? { size: 'small' }
        : { size: 'large', city: cities[at % 3] ?? expect.unreachable('There are 3 cities.') };
    try {
      return (await askwell.forms.submit(id, { answers })).ending?.id;
    } catch (error) {
      if (error instanceof AskwellError) return error.code;
      throw error;
    }
  }
  const outcomes = await Promise.all(Array.from({ length: 500 }, (_, at) => submit(at)));

  const countsOf = (from: number, isGiven: (at: number) => boolean) => {
    const counts: Record<string, number> = {};
    for (const [at, outcome = 'none'] of outcomes.entries())
      if (at >= from && isGiven(at)) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  };
  expect(countsOf(0, (at) => at < 200)).toEqual({ done: 40, full: 160 });
  // 300 submissions with a city, 100 with each.
  expect(cities.map((_, city) => countsOf(200, (at) => at % 3 === city))).toEqual([
    { done: 30, over: 70 },
    { done: 20, full: 80 },
    { over: 100 },
  ]);
  expect(await one.askwell.forms.results(account, id)).toMatchObject({
    submissions_count: 90,
    disqualified_count: 170,
    fields: [{ options: [{ count: 40 }, { count: 50 }] }, { answered: 50 }],
    variables: [{ answered: 90, average: 1.5, sum: 135 }],
    endings: [{ count: 170 }, { count: 90 }],
  });
  expect(await findMiscounts(one.services)).toEqual([]);
});
