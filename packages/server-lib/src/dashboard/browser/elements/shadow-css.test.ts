import { expect, test } from 'vitest';
import { toShadowCss } from './shadow-css.js';

test('the custom properties of a page belong to the element', () => {
  expect(toShadowCss(':root{--ink:black}')).toBe(':host{--ink:black}');
});

test('the width of the window becomes the width of the element, and other queries stay', () => {
  expect(toShadowCss('@media (max-width:619px){a{b:c}}')).toBe('@container (max-width:619px){a{b:c}}');
  expect(toShadowCss('@media (min-width:620px) and (min-height:540px){}')).toMatch(/^@container/);
  for (const kept of ['@media (forced-colors:active){}', '@media (prefers-reduced-motion:reduce){}', '@media print{}'])
    expect(toShadowCss(kept)).toBe(kept);
});
