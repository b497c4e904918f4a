/** What is filled in before the widget takes the place of a plain form is handed to it, so that nothing is lost. */
export function handOver(): void {
  // Somebody may have been quicker than this script.
  for (const form of document.forms) hand(form);
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form) hand(form);
  });
}

function hand(form: HTMLFormElement): void {
  const widget = form.closest('askwell-poll, askwell-quiz, askwell-form');
  if (!widget) return;
  const filled = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') filled.append(name, value);
  widget.setAttribute('prefill', String(filled));
}
