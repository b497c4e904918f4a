import type { AskKind } from '@askwell/server/contract';
import { answersOf } from '../elements/kind.js';
import type { Given } from '../inputs/control.js';
import { h } from '../ui/dom.js';
import { button, clockTime } from '../ui/parts.js';
import type { Visit } from './ask-context.js';
import { asideItems } from './extra-fields.js';
import { givenTo } from './host-page.js';
import { keepAnswer, type Pending } from './local-state.js';
import { sheetForm } from './paged-form.js';
import { standing } from './results-area.js';
import { deliver } from './submit.js';

/** When those who don't see the clock are told of it, in seconds before the end. */
const said = [60, 10];

/** Shows what there is to fill in, and sends it; at once, what an earlier visit left behind. */
export function ask<K extends AskKind>(visit: Visit<K>, given?: (id: string) => Given, pending?: Pending): void {
  const { kind, stage, view, t, started, place, show } = visit;
  const sheet = kind.sheet(view, t, stage.host.getAttribute('layout') === 'list');
  const asides = visit.asides ?? asideItems(visit, sheet.items);
  const told = givenTo(stage.host);
  for (const { id, fill } of sheet.items) fill?.((given ?? told)(id));
  const send = (body: object) =>
    deliver(
      visit,
      form,
      keepAnswer(place, { ...body, ...answersOf(asides), started: started?.started }, stage.host.getAttribute('voter')),
    );
  const form = sheetForm(sheet, asides, t, send, stage.say);
  const clock = h('p', { role: 'timer', class: 'timer' });
  const seconds = started?.seconds_left ?? -1;
  // The visitor's clock may be wrong, but it runs as the server's does.
  const end = Date.now() + seconds * 1_000;

  function tick(): void {
    const left = Math.max(0, Math.round((end - Date.now()) / 1_000));
    clock.textContent = t('Time left: {time}', { time: clockTime(left) });
    if (said.includes(left)) stage.say(clock.textContent);
    if (left === 0 && stage.host.getAttribute('state') === 'open') form.finish();
  }

  function open(): void {
    show('open', (over) => {
      if (seconds >= 0) {
        tick();
        const timer = setInterval(() => (over.aborted ? clearInterval(timer) : tick()), 1_000);
      }
      return [seconds >= 0 && clock, form.element];
    });
  }

  function peek(): void {
    show('open', (over) => [standing(visit, over), button(t('Back'), open)]);
  }

  if (visit.results && !started) form.actions.append(button(t('Show results'), peek));
  open();
  if (pending) deliver(visit, form, pending);
}
