/**
 * Selects all answers of a page with one checkbox, and says how many are selected. The choice of all matching answers is offered only while all answers of
 * the page are selected.
 */
export function enableSelection(): void {
  const label = document.querySelector<HTMLElement>('[data-select-page]');
  const all = label?.querySelector('input');
  const form = document.querySelector<HTMLFormElement>('form.answers');
  if (!label || !all || !form) return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name="answer"]')];
  const scope = form.querySelector<HTMLElement>('[data-bulk-scope]');
  const everything = scope?.querySelector('input');
  const counted = form.querySelector('[data-selected-count]');

  function update(): void {
    const count = boxes.filter(({ checked }) => checked).length;
    const isPage = count === boxes.length;
    if (all) {
      all.checked = isPage;
      all.indeterminate = count > 0 && !isPage;
    }
    if (!isPage && everything) everything.checked = false;
    if (scope) scope.hidden = !isPage;
    label?.querySelector('span')?.classList.toggle('unseen', count > 0);
    if (counted) counted.textContent = everything?.checked ? 'All selected' : count > 0 ? `${count} selected` : '';
  }

  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    update();
  });
  for (const box of boxes) box.addEventListener('change', update);
  everything?.addEventListener('change', update);
  label.hidden = false;
  // Browsers keep the selection when a page is opened again.
  update();
}
