/** Disables the actions for selected asks while none is selected. Without JavaScript, the server says that none is selected. */
export function enableAskActions(): void {
  const form = document.querySelector<HTMLFormElement>('form.asks');
  if (!form) return;

  function update(): void {
    const isIdle = !form?.querySelector('input[name="id"]:checked');
    for (const button of form?.querySelectorAll<HTMLButtonElement>('.bulk button') ?? []) {
      button.disabled = isIdle;
      button.toggleAttribute('data-idle', isIdle);
    }
  }

  form.addEventListener('change', update);
  // Browsers keep the selection when a page is opened again.
  addEventListener('pageshow', update);
  update();
}
