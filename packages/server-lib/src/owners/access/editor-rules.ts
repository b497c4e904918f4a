import type { JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';

/** What the holder of a token, or a user of the host, can create and change. */
export interface EditorOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** The kinds that can be created: `poll`, `quiz` and `form`. Default: all. */
  kinds?: readonly AskKind[] | undefined;
  /** The types of questions and fields that can be added, such as `['short_text', 'email']`. Default: all. */
  types?: readonly string[] | undefined;
  /**
   * Members of definitions with the values that new polls, quizzes and forms get, such as `{ locale: 'de',
   * keep_answers_days: 90 }`. They cannot be set to other values. Default: `{}`.
   */
  locked?: JsonObject | undefined;
  /**
   * Members of definitions that the editor on your pages does not show, such as `['design']`. They cannot be changed.
   * Default: `[]`.
   */
  hidden?: readonly string[] | undefined;
}

/** What a scope allows to create and change. Null: everything. */
export interface EditorRules {
  readonly kinds: readonly AskKind[] | null;
  readonly types: readonly string[] | null;
  readonly locked: JsonObject;
  readonly hidden: readonly string[];
}

/** Returns the rules of options. Null if they restrict nothing. */
export function toEditorRules({ kinds, types, locked = {}, hidden = [] }: EditorOptions = {}): EditorRules | null {
  if (!kinds && !types && Object.keys(locked).length === 0 && hidden.length === 0) return null;
  return { kinds: kinds ?? null, types: types ?? null, locked, hidden };
}

/** Returns rules that allow only what both rules allow. The values that `first` locks count. */
export function narrowRules(first: EditorRules | null, second: EditorRules | null): EditorRules | null {
  if (!first || !second) return first ?? second;
  return {
    kinds: narrowList(first.kinds, second.kinds),
    types: narrowList(first.types, second.types),
    locked: { ...second.locked, ...first.locked },
    hidden: [...new Set([...first.hidden, ...second.hidden])],
  };
}

function narrowList<Item>(first: readonly Item[] | null, second: readonly Item[] | null): readonly Item[] | null {
  return first && second ? first.filter((item) => second.includes(item)) : (first ?? second);
}
