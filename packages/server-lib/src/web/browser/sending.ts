/** A form that is on its way can't be sent again by a second click. */
export function sendOnce(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) hold(target, true);
  });
  // A page that comes back from the browser's memory has forms to send again.
  addEventListener('pageshow', () => {
    for (const form of document.forms) hold(form, false);
  });
}

function hold(form: HTMLFormElement, held: boolean): void {
  for (const button of form.querySelectorAll('button')) {
    if (button.type === 'submit') button.disabled = held;
  }
}
