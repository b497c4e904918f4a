import { removeHistories } from './editor/saving/history-key.js';

/** Removes what the browser keeps for the owner who signs out. The next person at this browser does not see it. */
export function clearOnSignOut(): void {
  document.addEventListener('click', ({ target }) => {
    // After the editor, which keeps the history when its page is left.
    if (target instanceof Element && target.closest('.leave')) addEventListener('pagehide', removeHistories);
  });
}
