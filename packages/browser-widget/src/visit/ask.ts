import type { AskKind } from '@askwell/server/contract';
import type { Child } from '../dom.js';
import { givenTo, settingOf } from '../host.js';
import type { Given } from '../inputs/control.js';
import { recall } from '../memory.js';
import { sheetForm } from '../sheet-form.js';
import { deliver, keepAnswer } from './delivery.js';
import { button } from './faces.js';
import { receive } from './receive.js';
import { showResults } from './standing.js';
import { countDown } from './timer.js';
import type { Visit } from './visit.js';

/** Shows what there is to fill in, and sends it. */
export function ask<K extends AskKind>(
  visit: Visit<K>,
  given: (id: string) => Given = givenTo(visit.stage.host),
): void {
  const { kind, stage, view, t, started, id } = visit;
  const { host, say } = stage;
  const collect = host.getAttribute('collect')?.split(/\W+/) ?? [];
  const ticket = settingOf(host, 'ticket');
  const sheet = kind.sheet(view, t, {
    isList: host.getAttribute('layout') === 'list',
    collect: view.one_per === 'ticket' && !ticket ? [...collect, 'ticket'] : collect,
  });
  for (const item of sheet.pages.flat()) item.fill(given(item.id));
  const form = sheetForm(sheet, t, {
    say,
    send: (body) => deliver(delivery, keepAnswer(id, { ticket, started: started?.started, ...body })),
  });
  const delivery = receive(visit, form);
  const back = () => visit.show('open', clock, form.element);
  const peek: Child =
    visit.results &&
    !started &&
    button(t('results'), () => visit.show('open', showResults(visit, undefined), button(t('hideResults'), back)));
  const clock = countDown(visit, form);
  if (peek) form.actions.append(peek);
  back();
  const { pending } = recall(id);
  if (pending) deliver(delivery, pending);
}
