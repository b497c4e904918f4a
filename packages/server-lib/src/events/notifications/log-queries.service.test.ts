import { expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { all, one } from '../../db/sql/statement.js';
import { selectNextChanges, turnIntoEmails } from './log-queries.js';
import { followAsk } from './receipt-queries.js';

test('answers that arrive between the read and the write are handled by the next write', async () => {
  const server = await startService();
  const { askwell, services } = server;
  const { store, clock } = services;
  const account = (await createOwner(services)).session.account;
  const create = async () => {
    const fields = [{ id: 'email', type: 'email' as const, label: 'Email' }];
    const { id } = await askwell.forms.create(account, { title: 'Contact', receipt: true, fields });
    const row = await store.read(
      one<{ seq: number }>`select seq from askwell_asks where id = ${id.replace('form_', '')}`,
    );
    return { id, seq: row?.seq ?? 0 };
  };
  const submit = (form: { id: string }) => askwell.forms.submit(form.id, { answers: { email: 'ada@example.net' } });
  const [first, second] = [await create(), await create()];
  await store.run(followAsk, { ask: first.seq });
  await submit(first);
  const read = (await store.read(selectNextChanges(account.id))) ?? expect.unreachable();
  await submit(second);
  const at = clock.now();
  const turned = { account: account.id, at, position: read.position, end: read.end, receiptAsks: [first.seq] };
  await store.run(turnIntoEmails, turned);
  // A second process that has read the same changes does not add them either.
  await store.run(turnIntoEmails, turned);
  const next = (await store.read(selectNextChanges(account.id))) ?? expect.unreachable();
  expect(next.changes.map(({ ask }) => ask)).toEqual([second.seq]);
  await store.run(turnIntoEmails, {
    account: account.id,
    at,
    position: next.position,
    end: next.end,
    receiptAsks: [second.seq],
  });
  expect(await store.read(all`select ask from askwell_emails order by id`)).toEqual([
    { ask: first.seq },
    { ask: second.seq },
  ]);
  await server.close();
});
