import type { Translator } from '../translate.js';
import { addStyles } from '../ui/add-styles.js';
import { clockTime } from '../ui/parts.js';
import css from './results.css';

/** When the timer warns and is announced to screen readers, in seconds before the end. */
const [soon, urgent] = [60, 10];

/** Shows the time that is left until `end`, a time in milliseconds, until the signal is aborted. */
export function showTimer(
  clock: HTMLElement,
  end: number,
  over: AbortSignal,
  t: Translator,
  announce: (text: string) => void,
): void {
  const secondsLeft = () => Math.max(0, Math.ceil((end - Date.now()) / 1_000));
  // A visitor who gets exactly one minute hears it at the start.
  let before = secondsLeft() + 1;

  function tick(): void {
    const left = secondsLeft();
    clock.textContent = t('Time left: {time}', { time: clockTime(left) });
    clock.classList.toggle('soon', left <= soon);
    clock.classList.toggle('urgent', left <= urgent);
    // A browser that was busy may skip seconds.
    if ([soon, urgent].some((at) => left <= at && at < before)) announce(clock.textContent);
    before = left;
  }

  const root = clock.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, css);
  const timer = setInterval(() => (over.aborted ? clearInterval(timer) : tick()), 1_000);
  tick();
}
