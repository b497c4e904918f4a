/** Empties a field when the choice with which it counts is changed and it is hidden, so that it is not sent. */
export function clearHiddenFields(): void {
  for (const field of document.querySelectorAll('.field.conditional')) {
    const input = field.querySelector<HTMLInputElement>(':scope > input');
    field.closest('form')?.addEventListener('change', () => {
      if (input && getComputedStyle(field).display === 'none') input.value = '';
    });
  }
}
