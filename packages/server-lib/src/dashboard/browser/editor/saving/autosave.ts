import { findEditorForm, submittedFields } from '../editor-form.js';
import { errorOf, Refused, SignedOut, say, sayProblem } from './save-state.js';
import { type SavedState, toSavedState } from './saved-state.js';

/** Milliseconds without a change after which the changes are saved. */
const saveDelay = 400;
/** Milliseconds until a failed save is tried again. */
const retryDelay = 3_000;

/** What happens after a save. */
interface SaveEvents {
  readonly onSaved: (state: SavedState) => void;
  /** Another tab has saved other changes. */
  readonly onConflict: () => void;
  /** The server refused the input. */
  readonly onRefused: (issues: SavedState['issues']) => void;
}

/** Creates the automatic saving of input: one save at a time, repeated until it succeeds. */
export function createAutosave({ onSaved, onConflict, onRefused }: SaveEvents) {
  let timer = 0;
  let saving: Promise<boolean> | undefined;
  let isDirty = false;

  /** Saves the input. Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer);
    await saving;
    const form = findEditorForm();
    if (!isDirty || !form) return true;
    isDirty = false;
    saving = send(form.action, submittedFields(form)).finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function send(url: string, body: URLSearchParams): Promise<boolean> {
    try {
      const headers = { accept: 'application/json' };
      const reply = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
      if (reply.type === 'opaqueredirect') throw new SignedOut();
      if (reply.status === 412) {
        onConflict();
        return false;
      }
      const state = reply.ok ? toSavedState(await reply.json()) : undefined;
      if (!state) throw await errorOf(reply);
      onSaved(state);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  function fail(error: unknown): void {
    isDirty = true;
    sayProblem(error);
    if (error instanceof Refused && error.issues.length > 0) onRefused(error.issues);
    if (!(error instanceof Refused)) timer = setTimeout(save, retryDelay);
  }

  return {
    /** Saves soon, after the last of several changes. */
    changed(): void {
      isDirty = true;
      say('Saving …');
      clearTimeout(timer);
      timer = setTimeout(save, saveDelay);
    },
    save,
    /** Waits for a running save. The request that follows sends the unsaved input. */
    async pause(): Promise<void> {
      clearTimeout(timer);
      await saving;
    },
    /** Reports that a request failed. The input is saved later. */
    fail,
    /** All input has been saved or discarded. */
    settle(): void {
      clearTimeout(timer);
      isDirty = false;
    },
    isDirty: () => isDirty,
  };
}
