import { expect, test } from 'vitest';
import { form } from './form-kind.js';
import type { FormOwn } from './stored-form.js';

test('scales that were stored before net promoter scores were a choice stay net promoter scores', () => {
  const fields = [
    { id: 'f1', type: 'scale', label: 'Recommend?' },
    { id: 'f2', type: 'scale', label: 'How easy was it?', nps: false },
  ];
  const stored: FormOwn = JSON.parse(JSON.stringify({ fields, next: 3, nexts: {}, bins: {} }));
  expect(form.upgrade?.(stored).fields).toMatchObject([{ nps: true }, { nps: false }]);
});
