import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, isHexColor, luminanceOf, withLightness } from './colors.js';
import { checkContrast, inkOn, summarizeContrast, tintOn } from './contrast.js';
import { accentPresets, accentsOf, defaultAccents } from './presets.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const resultOf = (accent: string, id: string) =>
  checkContrast(accentsOf(accent)).find((check) => check.id === id)?.result;

test('computes the ratios of WCAG 2', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastOf('#0000ff', '#ffffff')).toBeCloseTo(8.592, 3);
  expect(luminanceOf('#ff0000')).toBeCloseTo(0.2126, 4);
});

test('is symmetric, between 1 and 21, and 1 for the same color', () => {
  fc.assert(
    fc.property(color, color, (one, other) => {
      const ratio = contrastOf(one, other);
      expect(ratio).toBe(contrastOf(other, one));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21);
      expect(contrastOf(one, one)).toBe(1);
    }),
  );
});

test('the text color of buttons passes AA on any color, and contrasts at least as well as the other text color', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const [white, black] = [contrastOf(accent, '#ffffff'), contrastOf(accent, '#000000')];
      const used = inkOn(accent) === 'white' ? white : black;
      expect(used).toBeGreaterThanOrEqual(4.5);
      expect(used).toBeGreaterThan(Math.max(white, black) - 0.1);
      expect(resultOf(accent, 'text-light')).toMatch(/^(White|Black) text\. Easy to read \([\d.]+:1\)\.$/);
    }),
    { examples: [['#767676'], ['#757575'], ['#ff0000'], ['#00ff00'], ['#0000ff']] },
  );
});

test('bars and borders pass AA on light and dark pages, whatever the color', () => {
  fc.assert(
    fc.property(color, fc.constantFrom('light' as const, 'dark' as const), (accent, page) => {
      const tint = tintOn(page, accent);
      expect(isHexColor(tint)).toBe(true);
      expect(contrastOf(tint, page === 'light' ? '#ffffff' : '#121212')).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 2_000 },
  );
});

test('setting the current lightness does not change the color', () => {
  fc.assert(fc.property(color, (accent) => withLightness(accent, (lightness) => lightness) === accent));
});

test('says which text color buttons have, and which colors are adapted', () => {
  expect(checkContrast(accentsOf('#1d4ed8')).map(({ result }) => result)).toEqual([
    'White text. Easy to read (6.7:1).',
    'White text. Easy to read (6.7:1).',
    'Easy to see (6.7:1).',
    'Hard to see (2.7:1). Askwell lightens it to 7.4:1.',
  ]);
  expect(resultOf('#facc15', 'shape-light')).toMatch(/^Hard to see \(1\.5:1\)\. Askwell darkens it to \d/);
  // Rounded, 2.96 would seem to pass.
  expect(resultOf('#969696', 'shape-light')).toMatch(/^Hard to see \(2\.9:1\)\./);
  expect(summarizeContrast(accentsOf('#1d4ed8'))).toBe('Buttons have white text.');
  expect(summarizeContrast(defaultAccents)).toBe(
    'Buttons have white text on light pages, and black text on dark pages.',
  );
});

test('all presets have their own name and color', () => {
  expect(new Set(accentPresets.map(({ name }) => name)).size).toBe(8);
  expect(new Set(accentPresets.map(({ value }) => value)).size).toBe(8);
  for (const { value } of accentPresets) expect(value).toMatch(/^#[0-9a-f]{6}$/);
});
