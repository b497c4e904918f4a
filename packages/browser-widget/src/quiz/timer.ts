import { clockTime } from '../../../server-lib/src/shared/presentation/clock-time.js';
import type { PagedForm } from '../flow/paged-form-types.js';
import type { AskContext } from '../kinds/kind.js';
import { type Child, h } from '../ui/dom.js';

/** When the timer warns and is announced to screen readers, in seconds before the end. */
const [soon, urgent] = [60, 10];

/** Shows the time that is left until the signal is aborted. When it is over, sends the answers. */
export function startTimer(context: AskContext<'quiz'>, { sendNow }: PagedForm, over: AbortSignal): Child {
  const { display, started, t } = context;
  const timeLeft = started?.seconds_left ?? null;
  if (timeLeft === null) return null;
  const clock = h('p', { role: 'timer', class: 'timer' });
  // Count from now: the visitor's clock may differ from the server's.
  const end = Date.now() + timeLeft * 1_000;
  // A visitor who gets exactly one minute hears it at the start.
  let before = timeLeft + 1;

  function tick(): void {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
    clock.textContent = t('Time left: {time}', { time: clockTime(left) });
    clock.classList.toggle('soon', left <= soon);
    clock.classList.toggle('urgent', left <= urgent);
    // A browser that was busy may skip seconds.
    if ([soon, urgent].some((at) => left <= at && at < before)) display.announce(clock.textContent);
    before = left;
    if (left === 0 && display.host.getAttribute('state') === 'open') {
      context.timeUp = t('Time is up. Your answers so far were sent.');
      sendNow();
    }
  }

  const timer = setInterval(() => (over.aborted ? clearInterval(timer) : tick()), 1_000);
  tick();
  return clock;
}
