import { expect, test } from 'vitest';
import { richForm } from '../../server-lib/test/support/asks/rich-form.js';
import { draftOf } from '../src/index.js';
import { startService } from './support/service.js';

test('a form with all parts of the logic is created, read, copied and submitted', async () => {
  await using service = await startService();
  const askwell = await service.createClient();
  const created = await askwell.forms.create(richForm);
  expect(created).toMatchObject(richForm);
  expect(await askwell.forms.get(created.id)).toEqual(created);
  const { id: _, created_at: _created, updated_at: _updated, ...definition } = created;
  expect(await askwell.forms.create(draftOf(created))).toMatchObject(definition);

  const answers = { name: 'Ada', age: 70, plan: 'large', dishes: ['soup'] } as const;
  const receipt = await askwell.forms.submissions.create(created.id, { answers });
  expect(receipt.ending).toMatchObject({ id: 'big', title: 'Thank you, \u2068Ada\u2069' });
  const submission = await askwell.forms.submissions.get(created.id, receipt.id);
  expect(submission).toMatchObject({ answers, variables: { price: 74, size: 'big' }, outcome: 'completed' });
});
