import type { AskKind } from '@askwell/server/contract';
import { type Child, h } from '../dom.js';
import type { SheetForm } from '../sheet-form.js';
import type { Visit } from './visit.js';

/** When those who don't see the clock are told of it, in seconds before the end. */
const said = [60, 10];

/** How long it takes, as clocks show it. */
export function clockTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${String(rest).padStart(2, '0')}`;
}

/** A clock that runs down, and then sends what there is. The visitor's own clock may be wrong, but it runs as ours does. */
export function countDown<K extends AskKind>({ started, stage, signal, t }: Visit<K>, form: SheetForm): Child {
  if (!started?.expires_at || started.quiz.time_limit_seconds === null) return null;
  const end = Date.now() + started.quiz.time_limit_seconds * 1_000;
  const text = h('p', { role: 'timer', class: 'timer', part: 'timer' });
  const stop = () => clearInterval(timer);
  const tick = () => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1_000));
    text.textContent = t('left', { time: clockTime(left) });
    text.classList.toggle('wrong', left <= 10);
    if (said.includes(left)) stage.say(text.textContent);
    if (left > 0 && form.element.isConnected) return;
    stop();
    if (left === 0 && form.element.isConnected && !signal.aborted) form.sendAsIs();
  };
  const timer = setInterval(tick, 1_000);
  signal.addEventListener('abort', stop);
  text.textContent = t('left', { time: clockTime(started.quiz.time_limit_seconds) });
  return text;
}
