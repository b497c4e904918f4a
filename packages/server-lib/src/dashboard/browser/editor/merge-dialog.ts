import { localizeTimes } from '../../../web/ui/browser/times.js';
import type { Merged } from '../../editor/merge-drafts.js';
import { mergeView } from '../../editor/merge-view.js';
import type { EditorHost } from './editor-host.js';
import { morph } from './morph.js';

/** Asks which version of the parts to keep that both sides changed. Returns the choices in the order of the conflicts. */
export function askForVersions({ body }: EditorHost, merged: Merged): Promise<readonly ('mine' | 'stored')[]> {
  const dialog = document.createElement('dialog');
  dialog.className = 'merge';
  dialog.setAttribute('aria-labelledby', 'merge-title');
  body.append(dialog);
  morph(dialog, mergeView(merged));
  localizeTimes(dialog);
  let isDecided = false;
  dialog.addEventListener('submit', () => {
    isDecided = true;
  });
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      // Nothing can be saved without a decision. Browsers close a dialog when Escape is pressed twice.
      if (!isDecided) {
        dialog.showModal();
        return;
      }
      const chosen = (index: number) => dialog.querySelector<HTMLInputElement>(`[name="${index}"]:checked`)?.value;
      dialog.remove();
      resolve(merged.conflicts.map((_, index) => (chosen(index) === 'stored' ? 'stored' : 'mine')));
    });
  });
}
