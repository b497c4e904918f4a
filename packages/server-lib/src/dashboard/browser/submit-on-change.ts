/** Sends forms that only filter a list when one of their choices changes. Their buttons are for pages without scripts. */
export function submitOnChange(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-submit-on-change] > .button'))
    button.hidden = true;
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.dataset['submitOnChange'] !== undefined) {
      target.form.requestSubmit();
    }
  });
}
