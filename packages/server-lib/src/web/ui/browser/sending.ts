/** Disables the submit buttons of a form while it is being sent. */
export function preventDoubleSubmit(): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    // The page stays open after a download.
    if (submitter?.hasAttribute('data-downloads')) return;
    // Disabled later, because a disabled button does not send its value.
    if (target instanceof HTMLFormElement) setTimeout(() => event.defaultPrevented || setDisabled(target, true));
  });
  // Forms of a page that is restored from the back/forward cache can be sent again.
  addEventListener('pageshow', () => {
    for (const form of document.forms) setDisabled(form, false);
  });
}

/** Leaves out buttons that have nothing to send. */
function setDisabled(form: HTMLFormElement, disabled: boolean): void {
  for (const button of form.elements) {
    if (button instanceof HTMLButtonElement && button.type === 'submit' && !button.matches('[data-idle]'))
      button.disabled = disabled;
  }
}
