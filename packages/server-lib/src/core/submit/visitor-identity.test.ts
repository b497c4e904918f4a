import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { parseVisitor } from './visitor-identity.js';

test.each([
  ['x'.repeat(15), false],
  ['x'.repeat(16), true],
  ['😀'.repeat(15), false],
  ['😀'.repeat(16), true],
  ['x'.repeat(200), true],
  ['😀'.repeat(200), true],
  ['😀'.repeat(201), false],
  [`${'x'.repeat(16)}\0`, false],
  [`${'x'.repeat(16)}\ud800`, false],
  [16, false],
])('the voter %j is valid: %s', (voter, mayBe) => {
  const faults = new Faults();
  parseVisitor({ voter }, { clientKey: () => 'test', secret: Buffer.from('secret'), user: null }, faults);
  expect(Object.keys(faults.toError().errors ?? {})).toEqual(mayBe ? [] : ['voter']);
});
