/** Lets the items of the outline be dragged. The buttons next to them do the same by keyboard and touch. */
export function enableReordering(act: (action: string) => void): void {
  let dragged: HTMLElement | undefined;
  const itemOf = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>('.outline-item') ?? undefined) : undefined;
  const listOf = (item: HTMLElement) => item.closest<HTMLElement>('[data-list]')?.dataset['list'];

  document.addEventListener('pointerover', ({ target }) => {
    const item = itemOf(target);
    if (item) item.draggable = true;
  });
  document.addEventListener('dragstart', (event) => {
    dragged = itemOf(event.target);
    if (!dragged || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', '');
    dragged.classList.add('dragged');
  });
  document.addEventListener('dragover', (event) => {
    const over = itemOf(event.target);
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    over[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
  });
  document.addEventListener('drop', (event) => {
    if (dragged) event.preventDefault();
  });
  document.addEventListener('dragend', () => {
    if (!dragged) return;
    dragged.classList.remove('dragged');
    const from = Number(dragged.dataset['item']);
    const to = [...(dragged.parentElement?.children ?? [])].indexOf(dragged);
    if (to !== from) act(`move:${listOf(dragged)}.${from}:${to}`);
    dragged = undefined;
  });
}
