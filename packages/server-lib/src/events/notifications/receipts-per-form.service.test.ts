import { expect, test } from 'vitest';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { FormDraft } from '../../shared/contract/resources.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const contact: FormDraft = {
  title: 'Contact',
  receipt: true,
  fields: [{ id: 'email', type: 'email', label: 'Email' }],
};

// Not in `email-gate.service.test.ts`, which also runs on PostgreSQL: a thousand emails run the statements of a few.
test('a form sends a thousand receipts per hour, and the remaining ones later', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const mail = new Mailbox();
  const server = await startService({
    baseUrl: 'https://polls.example.com',
    clock: source,
    email: { url: mail.url, from: 'noreply@example.com', limits: { perClient: 10_000 } },
  });
  const { session } = await createOwner(server.services);
  // A new account sends few receipts on its first day.
  await clock.advance({ days: 1 });
  const { forms } = server.askwell;
  const [form, other] = [await forms.create(session.account, contact), await forms.create(session.account, contact)];
  const sent = async () => {
    await clock.advance(0);
    return mail.emails.length;
  };
  const answers = Array.from({ length: 501 }, (_, n) => ({ answers: { email: `a${n}@example.net` } }));
  for (let batch = 0; batch < 2; batch++)
    await forms.answers.batch(session.account, form.id, answers, { receipts: true });
  expect(await sent()).toBe(1_000);
  await forms.submit(other.id, { answers: { email: 'of-another@example.net' } });
  expect(await sent()).toBe(1_001);
  await clock.advance({ hours: 2 });
  expect(await sent()).toBe(1_003);
  await server.close();
});
