import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import type { Field } from '../../shared/contract/resources.js';
import { checkLogic } from './check-conditions.js';

const count = 200;

test('many conditions on one field read the ID of each option once', () => {
  let reads = 0;
  const options = Array.from({ length: count }, (_, at) => ({
    label: `Option ${at}`,
    get id() {
      reads++;
      return `o${at}`;
    },
  }));
  const shared = { label: 'x', help: null, placeholder: null, required: false };
  const fields: Field[] = [
    { ...shared, id: 'a', type: 'dropdown', show_if: null, options, other: false },
    ...Array.from(
      { length: 90 },
      (_, at): Field => ({
        ...shared,
        id: `f${at}`,
        type: 'heading',
        show_if: { any: Array.from({ length: 50 }, (_, nth) => ({ field: 'a', is: `o${count - 1 - nth}` })) },
      }),
    ),
  ];
  const faults = new Faults();
  checkLogic({ fields }, faults);
  expect(faults.issues).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(count);
});
