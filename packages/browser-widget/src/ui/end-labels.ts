import type { ScaleLabels } from '@askwell/server/contract';
import { type Child, h } from './dom.js';

/** Renders the labels of the ends of a scale. */
export const endLabels = (ends: ScaleLabels | null | undefined): Child =>
  ends &&
  h(
    'div',
    'ends',
    [ends.min, ends.max].map((end) => h('span', '', h('bdi', 'text', end))),
  );
