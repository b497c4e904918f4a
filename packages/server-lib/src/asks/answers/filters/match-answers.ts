import type { AskDraft } from '../../../contract/resources.js';
import type { KindDefinition } from '../../kind-definition.js';
import type { KindTypes } from '../../kind-types.js';
import type { AnswerRow } from '../answer-queries.js';
import { type AnswerContent, meets } from './answer-condition.js';
import { type AnswerSelection, matchesRow } from './answer-selection.js';

/** Returns the function that reads the content of a matching answer. Undefined if the answer does not match. */
export type AnswerMatcher<Body> = (row: AnswerRow) => (() => Body) | undefined;

/** Creates the function that decides which rows a selection has. It parses a body at most once, and only if it is needed. */
export function createMatcher<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  own: Own,
  selection: AnswerSelection,
): AnswerMatcher<Body> {
  const { conditions } = selection;
  return (row) => {
    if (!matchesRow(selection, row)) return undefined;
    const parse = (): Body => JSON.parse(row.body);
    if (conditions.length === 0) return parse;
    const body = parse();
    const content = contentOf(kind, own, body);
    return conditions.every((condition) => meets(content, condition)) ? () => body : undefined;
  };
}

function contentOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { filters, contribute }: KindDefinition<Draft, Own, Body, W>,
  own: Own,
  body: Body,
): AnswerContent {
  return {
    input: (id) => filters.inputOf(body, id),
    score: () => filters.scoreOf?.(own, body),
    contributions: () => contribute(own, body),
  };
}
