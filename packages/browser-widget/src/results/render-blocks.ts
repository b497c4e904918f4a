import type { Block, Figure, Rounds, Section } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { bars, columns, stack } from './charts.js';
import { review, score } from './review.js';
import { textNode } from './text-node.js';

/** Renders parts of results or of an outcome. */
export const renderBlocks = (blocks: readonly Block[], t: Translator): Child =>
  blocks.map((block) => renderBlock(block, t));

function renderBlock(block: Block, t: Translator): Child {
  switch (block.type) {
    case 'note':
      return h('p', 'total', block.text);
    case 'bars':
      return bars(block);
    case 'columns':
      return columns(block.columns, block.ends);
    case 'stack':
      return stack(block);
    case 'figures':
      return figures(block.figures);
    case 'rounds':
      return rounds(block);
    case 'score':
      return score(block, t);
    case 'review':
      return review(block.items, t);
    case 'section':
      return section(block, t);
  }
}

function section({ title, detail, blocks }: Section, t: Translator): Child {
  return h(
    'section',
    'summary',
    h('h3', 'text', textNode(title)),
    detail && h('p', 'total', detail),
    renderBlocks(blocks, t),
  );
}

function figures(list: readonly Figure[]): Child {
  return h(
    'dl',
    'numbers',
    list.map(({ name, value }) => h('div', '', h('dt', '', name), h('dd', '', h('bdi', '', value)))),
  );
}

/** The rounds of the instant runoff, collapsed. */
function rounds({ title, head, rows }: Rounds): Child {
  const headings = head.map((text) => h('th', { scope: 'col' }, text));
  const body = rows.map(({ label, cells }) =>
    h(
      'tr',
      '',
      h('th', { scope: 'row' }, textNode(label)),
      cells.map((cell) => h('td', '', cell ?? '–')),
    ),
  );
  const table = h('table', '', h('thead', '', h('tr', '', headings)), h('tbody', '', body));
  return h(
    'details',
    'rounds',
    h('summary', '', title),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title }, table),
  );
}
