import type { JsonObject } from '../../../../base/validation/json-value.js';
import { isSameValue } from '../../../editor/merge-drafts.js';
import { historyKey } from './history-key.js';

/** The maximum number of states that can be undone. */
const maxStates = 100;
/** The maximum size of the states that are kept for the next page, in characters. Browsers keep about five million. */
const maxStored = 1_000_000;
/** Milliseconds in which changes of the same field are one step. */
const stepDuration = 1_000;

/** The field that was changed last, if the next change is another step anyway. */
const noField = { field: '', at: 0 };

/** Creates the history of a definition, for undo and redo. Continues the history of the previous page if that page showed the same definition. */
export function createHistory(id: string, draft: JsonObject) {
  const key = historyKey(id);
  let { states, at } = storedHistory(key, draft) ?? { states: [draft], at: 0 };
  let last = noField;

  return {
    /** Adds a state. States that were undone are dropped. */
    push(next: JsonObject, field = ''): void {
      const now = Date.now();
      const isSameStep = field !== '' && field === last.field && now - last.at < stepDuration;
      last = { field, at: now };
      states = [...states.slice(0, isSameStep ? at : at + 1), next].slice(-maxStates);
      at = states.length - 1;
    },
    /** Replaces the current state by the version of the server, which has more members. What follows is another step. */
    settle(saved: JsonObject): void {
      last = noField;
      states = states.with(at, saved);
    },
    /** Changes all states, because another tab has saved changes that stay. */
    rebase(change: (state: JsonObject) => JsonObject): void {
      states = states.map(change);
    },
    undo(): JsonObject | undefined {
      last = noField;
      return at > 0 ? states[--at] : undefined;
    },
    redo(): JsonObject | undefined {
      last = noField;
      return at < states.length - 1 ? states[++at] : undefined;
    },
    steps: () => ({ canUndo: at > 0, canRedo: at < states.length - 1 }),
    /** Keeps the history for the next page in this tab of the browser. */
    store(): void {
      let kept = states.slice(0, at + 1);
      let text = JSON.stringify(kept);
      while (text.length > maxStored && kept.length > 1) {
        kept = kept.slice(Math.ceil(kept.length / 2));
        text = JSON.stringify(kept);
      }
      const later = states.slice(at + 1);
      const all = JSON.stringify([...kept, ...later]);
      try {
        sessionStorage.setItem(
          key,
          JSON.stringify({ at: kept.length - 1, states: all.length > maxStored ? text : all }),
        );
      } catch {
        // Some browsers refuse the storage. The history then ends with the page.
      }
    },
  };
}

function storedHistory(key: string, draft: JsonObject): { states: readonly JsonObject[]; at: number } | undefined {
  try {
    const stored: { at: number; states: string } | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!stored) return undefined;
    const states: readonly JsonObject[] = JSON.parse(stored.states);
    return isSameValue(states[stored.at], draft) ? { states, at: stored.at } : undefined;
  } catch {
    return undefined;
  }
}
