import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { html } from './html.js';

const hostile = `<script>alert("1")</script><img src=x onerror='alert(2)'>&amp;`;

test('escapes text in content and in attributes', () => {
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;">' +
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;</p>',
  );
});

test('does not escape markup of the template, alone and in lists', () => {
  const items = ['<a>', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}${html`<li>&amp;</li>`}</ul>`.markup).toBe(
    '<ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li><li>&amp;</li></ul>',
  );
});

test('renders null, undefined, false and empty lists as nothing, and 0 as 0', () => {
  expect(html`${null}${undefined}${false}${[]}${''}|${0}`.markup).toBe('|0');
});

test('rejects objects that only look like Html', () => {
  const forged = { markup: '<script>' };
  // @ts-expect-error An object of the same shape is not an Html.
  expect(() => html`${forged}`.markup).toThrow(TypeError);
});

test('no text ends an element or an attribute', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`;
      const inside = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/.exec(markup);
      expect(inside?.[1]).toBe(inside?.[2]);
      expect(inside).not.toBeNull();
    }),
  );
});
