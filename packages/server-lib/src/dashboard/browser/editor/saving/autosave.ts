import { Refused, type SaveReply } from './saved-reply.js';

/** Milliseconds without a change after which the changes are saved. */
const saveDelay = 400;
/** Milliseconds until a failed save is tried again. */
const retryDelay = 3_000;

/** How changes are saved, and what happens after it. */
interface Saving {
  readonly send: () => Promise<SaveReply>;
  /** Returns whether everything is saved now. */
  readonly onReply: (reply: SaveReply) => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
}

/** Creates the automatic saving of changes: one save at a time, repeated until it succeeds. */
export function createAutosave({ send, onReply, onFailure }: Saving) {
  let timer = 0;
  let saving: Promise<boolean> | undefined;
  let isDirty = false;

  /** Saves the changes. Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer);
    // Another call may begin the next save while this one waits.
    while (saving) await saving;
    if (!isDirty) return true;
    saving = attempt().finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function attempt(): Promise<boolean> {
    isDirty = false;
    try {
      if (await onReply(await send())) return true;
      changed();
    } catch (error) {
      isDirty = true;
      onFailure(error);
      if (!(error instanceof Refused)) timer = setTimeout(save, retryDelay);
    }
    return false;
  }

  /** Saves soon, after the last of several changes. */
  function changed(): void {
    isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(save, saveDelay);
  }

  return { changed, save, isDirty: () => isDirty || saving !== undefined };
}
