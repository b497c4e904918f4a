import { expect, test } from 'vitest';
import { maxWaitingComputations } from '../../core/limits.js';
import { createPathCountsService } from './path-counts-report.js';
import type { FormOwn } from './stored-form.js';

const own: FormOwn = {
  fields: [{ id: 'next', type: 'page', label: '', help: null, required: false, show_if: null, placeholder: null }],
  next: 1,
  nexts: {},
  bins: {},
};

test('a form is shown without paths while too many reads wait', async () => {
  let reads = 0;
  const paths = createPathCountsService({
    report: () => {
      reads++;
      return new Promise(() => {});
    },
  });
  for (let seq = 1; seq <= maxWaitingComputations; seq++) void paths.read({ seq, own });
  expect(await paths.read({ seq: maxWaitingComputations + 1, own })).toEqual({
    submissions: 0,
    steps: [],
    endings: [],
  });
  expect(reads).toBe(1);
});
