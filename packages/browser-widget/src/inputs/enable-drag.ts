/** How long a finger rests on an element until it drags it, in milliseconds. */
const holdTime = 250;

/**
 * Calls `drag` with the position of the pointer while it drags an element: at once with a mouse or by the handle, and after a
 * short press by touch. A browser that starts to scroll cancels the press.
 */
export function enableDrag(element: HTMLElement, handle: HTMLElement, drag: (y: number) => void): void {
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setHeld = (held: boolean) => {
    clearTimeout(timer);
    isHeld = held;
    element.classList.toggle('held', held);
  };
  element.onpointerdown = ({ pointerId, pointerType, target }) => {
    const hold = () => {
      setHeld(true);
      element.setPointerCapture(pointerId);
    };
    if (pointerType === 'touch' && target !== handle) timer = setTimeout(hold, holdTime);
    else hold();
  };
  element.onpointermove = ({ clientY }) => isHeld && drag(clientY);
  element.onpointerup = element.onpointercancel = () => setHeld(false);
  // Keeps the browser from scrolling.
  element.addEventListener('touchmove', (event) => isHeld && event.preventDefault());
}
