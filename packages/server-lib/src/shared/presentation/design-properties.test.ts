import { expect, test } from 'vitest';
import { designProperties } from './design-properties.js';

const nothing = { accent: null, font: null, radius: null, density: null };

test('returns the custom properties of the members that are set', () => {
  expect(designProperties(nothing)).toEqual({});
  expect(designProperties({ ...nothing, radius: 0 })).toEqual({ '--askwell-radius': '0px' });
  expect(designProperties({ accent: '#0a7d5a', font: 'system', radius: null, density: 'spacious' })).toEqual({
    '--askwell-accent': '#0a7d5a',
    '--askwell-font': 'system-ui',
    '--askwell-gap': '24px',
    '--askwell-padding': '12px 18px',
  });
});
