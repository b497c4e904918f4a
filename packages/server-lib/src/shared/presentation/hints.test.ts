import { expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import type { ScaleField } from '../contract/resources.js';
import { fieldHint } from './hints.js';

const { texts } = createLocalizer('en');

const scale = (members: Partial<ScaleField>): ScaleField => ({
  id: 'f1',
  type: 'scale',
  label: 'How easy was it?',
  help: null,
  placeholder: null,
  required: false,
  show_if: null,
  labels: null,
  nps: false,
  ...members,
});

test('only scales that ask for a recommendation explain their ends, unless they have labels', () => {
  const likely = '0 means not at all likely, 10 means extremely likely.';
  const ends = { min: 'No', max: 'Yes' };
  expect(fieldHint(scale({}), texts)).toBeNull();
  expect(fieldHint(scale({ nps: true }), texts)).toBe(likely);
  expect(fieldHint(scale({ nps: true, labels: { min: 'No', max: null } }), texts)).toBe(likely);
  expect(fieldHint(scale({ nps: true, labels: ends }), texts)).toBeNull();
});
