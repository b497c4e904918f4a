import { announce } from './announce.js';
import { scrollerOf, scrollNearEdges } from './edge-scroll.js';
import { type EditorHost, listenIn } from './editor-host.js';

/**
 * Lets the items of the outline be dragged by their handles: with a mouse, a pen or a finger. The buttons next to them do
 * the same by the keyboard.
 *
 * @param act Moves an item in the definition.
 */
export function enableReordering(host: EditorHost, act: (action: string) => void): void {
  const { root, signal } = host;
  const onPress = (event: PointerEvent): void => {
    const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const item = handle?.closest<HTMLElement>('[data-item]');
    const list = item?.closest<HTMLElement>('[data-list]');
    if (!handle || !item || !list || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    drag({ host, event, handle, item, list, act });
  };
  listenIn(root, 'pointerdown', onPress, signal);
}

/** A drag that starts. */
interface Drag {
  readonly host: EditorHost;
  readonly event: PointerEvent;
  readonly handle: HTMLElement;
  readonly item: HTMLElement;
  readonly list: HTMLElement;
  readonly act: (action: string) => void;
}

/** Follows the pointer until the item is dropped, or the drag is canceled. */
function drag({ host, event, handle, item, list, act }: Drag): void {
  const others = [...list.querySelectorAll<HTMLElement>('[data-item]')].filter((other) => other !== item);
  const from = Number(item.dataset['item']);
  const title = item.querySelector('.outline-title')?.textContent ?? '';
  const place = () => `position ${to + 1} of ${others.length + 1}`;
  const scroller = scrollerOf(list);
  const start = event.clientY + scroller.scrollTop;
  const end = new AbortController();
  let to = from;
  let y = event.clientY;

  function follow(): void {
    item.style.translate = `0 ${y + scroller.scrollTop - start}px`;
    const next = others.filter((other) => middleOf(other) < y).length;
    if (next === to) return;
    to = next;
    mark(others, to === from ? null : to);
    announce(host, `“${title}”: ${place()}.`);
  }

  function stop(): void {
    end.abort();
    stopScrolling();
    mark(others, null);
    item.classList.remove('dragged');
    item.style.translate = '';
  }

  function cancel(): void {
    stop();
    announce(host, `“${title}” was not moved.`);
  }

  function drop(): void {
    stop();
    if (to === from) return;
    announce(host, `“${title}” was moved to ${place()}.`);
    act(`move:${list.dataset['list']}.${from}:${to}`);
  }

  // Called first, because it throws if the pointer is no longer active.
  handle.setPointerCapture(event.pointerId);
  const stopScrolling = scrollNearEdges(list, () => y, follow);
  item.classList.add('dragged');
  announce(host, `Moving “${title}”: ${place()}. Escape cancels.`);
  const of = (moved: PointerEvent) => moved.pointerId === event.pointerId;
  const { signal } = end;
  const during = (name: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture', run: () => void) =>
    handle.addEventListener(
      name,
      (moved) => {
        if (!of(moved)) return;
        if (name === 'pointermove') y = moved.clientY;
        run();
      },
      { signal },
    );
  during('pointermove', follow);
  during('pointerup', drop);
  during('pointercancel', cancel);
  during('lostpointercapture', cancel);
  // Prevents the context menu of a long press.
  document.addEventListener('contextmenu', (opened) => opened.preventDefault(), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal });
}

/** Marks where the item is inserted. Null: nowhere. */
function mark(others: readonly HTMLElement[], to: number | null): void {
  others.forEach((other, index) => {
    other.classList.toggle('drop-before', index === to);
    other.classList.toggle('drop-after', to === others.length && index === to - 1);
  });
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
