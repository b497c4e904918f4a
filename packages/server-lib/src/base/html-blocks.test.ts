import { expect, test } from 'vitest';
import { Html, html } from './html.js';

const row = (id: string, text: string) => Html.block(id, html`<li id="${id}">${text}</li>`);

test('a view is divided into its frame and its outermost blocks', () => {
  const list = Html.block('list', html`<ol id="list">${[row('a', 'A & B'), row('b', 'C')]}</ol>`);
  const { frame, blocks } = html`<p>Before</p>${list}<p>After</p>`.divide();
  expect(frame.markup).toBe('<p>Before</p><ol id="list" data-block></ol><p>After</p>');
  expect(blocks.map(({ id }) => id)).toEqual(['list']);
  expect(blocks[0]?.view.markup).toBe('<ol id="list"><li id="a">A &amp; B</li><li id="b">C</li></ol>');
  const inner = blocks[0]?.view.divide();
  expect(inner?.frame.markup).toBe('<ol id="list"><li id="a" data-block></li><li id="b" data-block></li></ol>');
  expect(inner?.blocks.map(({ id, view }) => [id, view.markup])).toEqual([
    ['a', '<li id="a">A &amp; B</li>'],
    ['b', '<li id="b">C</li>'],
  ]);
});

test('the second block with the same ID is part of the frame', () => {
  const { frame, blocks } = html`${row('a', 'A')}${row('a', 'B')}`.divide();
  expect(frame.markup).toBe('<li id="a" data-block></li><li id="a">B</li>');
  expect(blocks.map(({ view }) => view.markup)).toEqual(['<li id="a">A</li>']);
});
