/** Continues a change of many answers without waiting for its button. */
export function continueChange(): void {
  document.querySelector<HTMLFormElement>('form[data-continues]')?.requestSubmit();
}
