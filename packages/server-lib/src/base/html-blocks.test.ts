import { expect, test } from 'vitest';
import { Html, html } from './html.js';

const row = (id: string, text: string) =>
  Html.block('li', id, { id, text }, (values) => html`<li id="${values.id}">${values.text}</li>`);

test('a view is divided into its frame and its outermost blocks', () => {
  const rows = [row('a', 'A & B'), row('b', 'C')];
  const list = Html.block('ol', 'list', rows, () => html`<ol id="list">${rows}</ol>`);
  const view = html`<p>Before</p>${list}<p>After</p>`;
  expect(view.markup).toBe('<p>Before</p><ol id="list"><li id="a">A &amp; B</li><li id="b">C</li></ol><p>After</p>');
  const { frame, blocks } = view.divide();
  expect(frame.markup).toBe('<p>Before</p><ol id="list" data-block></ol><p>After</p>');
  expect(blocks.map(({ id }) => id)).toEqual(['list']);
  const inner = blocks[0]?.render().divide();
  expect(inner?.frame.markup).toBe('<ol id="list"><li id="a" data-block></li><li id="b" data-block></li></ol>');
  expect(inner?.blocks.map(({ id, render }) => [id, render().markup])).toEqual([
    ['a', '<li id="a">A &amp; B</li>'],
    ['b', '<li id="b">C</li>'],
  ]);
});

test('the second block with the same ID is part of the frame', () => {
  const { frame, blocks } = html`${row('a', 'A')}${row('a', 'B')}`.divide();
  expect(frame.markup).toBe('<li id="a" data-block></li><li id="a">B</li>');
  expect(blocks.map(({ render }) => render().markup)).toEqual(['<li id="a">A</li>']);
});

test('blocks are rendered when their markup is needed', () => {
  let count = 0;
  const block = Html.block('p', 'a', {}, () => html`<p id="a">${++count}</p>`);
  const view = html`<div>${[block]}</div>`;
  expect(view.divide().frame.markup).toBe('<div><p id="a" data-block></p></div>');
  expect(count).toBe(0);
  expect(view.markup).toBe('<div><p id="a">1</p></div>');
});
