const widgets = 'askwell-poll, askwell-quiz, askwell-form';

/** Passes the values of a plain form to the widget that replaces it, so that no input is lost. */
export function passInputToWidget(): void {
  // The visitor may have filled in fields before this script runs.
  for (const form of document.forms) passValues(form);
  document.addEventListener('input', ({ target }) => {
    // Other forms are skipped first: a form looks up each property among the names of all its fields, which is slow in large forms.
    const form = target instanceof Element && target.closest(widgets) ? target.closest('form') : null;
    if (form) passValues(form);
  });
}

function passValues(form: HTMLFormElement): void {
  const widget = form.closest(widgets);
  if (!widget) return;
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
  widget.setAttribute('prefill', String(values));
}
