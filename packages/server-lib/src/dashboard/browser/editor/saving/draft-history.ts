/** The maximum number of states that can be undone. */
const maxStates = 100;

/** The history of a definition. */
export type DraftHistory = ReturnType<typeof createHistory>;

/** Creates the history of a definition, for undo and redo. */
export function createHistory() {
  let states: object[] = [];
  let at = -1;

  return {
    /** Adds a state, unless it is the current one. States that were undone are dropped. */
    push(draft: object | undefined): void {
      if (!draft || canonical(draft) === canonical(states[at])) return;
      states = [...states.slice(0, at + 1), draft].slice(-maxStates);
      at = states.length - 1;
    },
    /** Replaces the current state by the version of the server, which may have new IDs. */
    settle(draft: object | undefined): void {
      if (draft) states[at] = draft;
    },
    undo: (): object | undefined => (at > 0 ? states[--at] : undefined),
    redo: (): object | undefined => (at < states.length - 1 ? states[++at] : undefined),
    current: (): object | undefined => states[at],
    canUndo: () => at > 0,
    canRedo: () => at < states.length - 1,
    isEmpty: () => states.length < 2,
  };
}

/** Returns JSON that does not depend on the order of members. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
