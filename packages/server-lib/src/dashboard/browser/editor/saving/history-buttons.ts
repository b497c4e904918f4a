import type { DraftHistory } from './draft-history.js';

/** Shows the buttons Undo and Redo once there is something to undo. */
export function showHistoryButtons(drafts: DraftHistory, restore: (step: () => object | undefined) => void): void {
  const state = document.querySelector('[data-save-state]');
  if (!state || drafts.isEmpty()) return;
  for (const old of document.querySelectorAll('[data-history]')) old.remove();
  state.before(
    createButton('Undo', drafts.canUndo(), () => restore(drafts.undo)),
    createButton('Redo', drafts.canRedo(), () => restore(drafts.redo)),
  );
}

function createButton(label: string, isEnabled: boolean, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'button small', textContent: label, disabled: !isEnabled });
  button.dataset['history'] = label;
  button.addEventListener('click', act);
  return button;
}
