import type { NotedAnswerRow } from './answer-queries.js';

/** What the entity tag of an answer covers. */
export interface AnswerState extends Pick<NotedAnswerRow, 'updated_at' | 'tags' | 'note'> {
  /** The version of the ask. */
  readonly version: number;
}

/** Returns the state of an answer as it was read. */
export function stateOf({ version }: { readonly version: number }, row: NotedAnswerRow): AnswerState {
  const { updated_at, tags, note } = row;
  return { version, updated_at, tags, note };
}

/** Returns whether an answer, its note and the version of its ask are unchanged. */
export function isSameState(state: AnswerState, other: AnswerState): boolean {
  return (
    state.version === other.version &&
    state.updated_at === other.updated_at &&
    state.tags === other.tags &&
    state.note === other.note
  );
}
