/** How long a finger rests on a row until it drags the row, in milliseconds. */
const holdTime = 250;
/** How far the finger may move in that time, in pixels. If it moves further, it scrolls the page. */
const maxShift = 9;

/** Calls `drag` with the position of the pointer while it drags an element: by touch after a short press or by the handle. */
export function enableDrag(element: HTMLElement, handle: HTMLElement, drag: (y: number) => void): void {
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = 0;
  const setHeld = (held: boolean) => {
    isHeld = held;
    element.classList.toggle('held', held);
    clearTimeout(timer);
  };
  const release = () => setHeld(false);
  /** Keeps the browser from scrolling or opening a menu. */
  const prevent = (event: Event) => isHeld && event.preventDefault();
  element.addEventListener('pointerdown', ({ pointerId, pointerType, target, clientY }) => {
    const hold = () => {
      setHeld(true);
      element.setPointerCapture(pointerId);
    };
    start = clientY;
    if (pointerType === 'touch' && target !== handle) timer = setTimeout(hold, holdTime);
    else hold();
  });
  element.addEventListener('pointermove', ({ clientY }) => {
    if (isHeld) drag(clientY);
    else if (Math.abs(clientY - start) > maxShift) clearTimeout(timer);
  });
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('touchmove', prevent);
  element.addEventListener('contextmenu', prevent);
}
