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

test('a lazy part is rendered in its place, and its blocks are blocks of the view', () => {
  const order: string[] = [];
  const lazy = (name: string, content: Html) =>
    Html.lazy(() => {
      order.push(name);
      return html`<b>${name}</b>${content}`;
    });
  const inner = html`<p>${lazy('inner', row('a', 'A'))}</p>`;
  const view = html`<main>${lazy('first', inner)}<hr>${lazy('last', html``)}</main>`;
  expect(order).toEqual([]);
  const { frame, blocks } = view.divide();
  expect(frame.markup).toBe('<main><b>first</b><p><b>inner</b><li id="a" data-block></li></p><hr><b>last</b></main>');
  expect(blocks.map(({ id }) => id)).toEqual(['a']);
  expect(order).toEqual(['first', 'inner', 'last']);
});

test('a view has its markup in pieces, each of which is rendered when it is needed', () => {
  let rendered = 0;
  const lazy = (content: Html) =>
    Html.lazy(() => {
      rendered++;
      return content;
    });
  const view = html`<ol>${[row('a', 'A'), lazy(html`<li>${lazy(html`B`)}</li>`)]}</ol><p>C</p>`;
  const pieces: string[] = [];
  for (const piece of view.pieces()) {
    if (piece !== '') pieces.push(`${rendered} ${piece}`);
  }
  expect(pieces).toEqual(['0 <ol>', '0 <li id="a">A</li>', '1 <li>', '2 B', '2 </li>', '2 </ol><p>C</p>']);
  expect([...view.pieces()].join('')).toBe(view.markup);
});
