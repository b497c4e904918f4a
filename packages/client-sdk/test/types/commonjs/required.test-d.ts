import { type Askwell, defineForm, ValidationError } from '@askwell/client';

import { expectTypeOf, test } from 'vitest';

declare const askwell: Askwell;

test('`require` returns the same types as `import`', async () => {
  const contact = defineForm({
    title: 'Contact',
    fields: [{ id: 'email', type: 'email', label: 'Email', required: true }],
  });
  const form = await askwell.forms.create(contact);
  const { answers } = await askwell.forms.submissions.get(form.id, 'submission_1');
  expectTypeOf(answers).toEqualTypeOf<{ email: string }>();
  // @ts-expect-error The form has no such field.
  askwell.forms.submissions.create(form.id, { answers: { email: 'a@b.c', name: 'Visitor' } });
  expectTypeOf(new ValidationError({ status: 422, body: {}, headers: {}, retryAfter: undefined }).errors).toExtend<
    Record<string, string[]> | undefined
  >();
});
