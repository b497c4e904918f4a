/** Sends forms that only filter a list when one of their choices changes. */
export function submitOnChange(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.dataset['submitOnChange'] !== undefined) {
      target.form.requestSubmit();
    }
  });
}
