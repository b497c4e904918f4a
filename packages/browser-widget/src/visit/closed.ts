import type { AskKind, PublicHead } from '@askwell/server/contract';
import type { Key, Words } from '../words.js';
import { button, message } from './faces.js';
import { showResults } from './standing.js';
import type { Closed, Visit } from './visit.js';

/** The longest a browser's timer takes, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Why an ask that takes no answers takes none. */
export function whyClosed({ status, opens_at, closes_at }: PublicHead): Closed {
  if (status === 'closed' || (closes_at && Date.parse(closes_at) <= Date.now())) return 'closed';
  return opens_at && Date.parse(opens_at) > Date.now() ? 'not_open' : 'full';
}

/** Says why nobody is asked, with the results where they are to be seen. */
export function showClosed<K extends AskKind>(visit: Visit<K>, why: Closed): void {
  const { show, view, results, load, t, signal } = visit;
  show(
    why,
    message(words(why, view, t), why === 'too_late' && button(t('again'), () => load())),
    results && showResults(visit, undefined),
  );
  const wait = why === 'not_open' && view.opens_at ? Date.parse(view.opens_at) - Date.now() : 0;
  if (wait <= 0 || wait > longestWait) return;
  const timer = setTimeout(() => load(), wait);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

const reasons = {
  closed: 'closed',
  not_open: 'closed',
  full: 'full',
  already_answered: 'already',
  too_late: 'timeUp',
} as const satisfies Record<Closed, Key>;

function words(why: Closed, { opens_at }: PublicHead, t: Words): string {
  return why === 'not_open' && opens_at ? t('soon', { time: t.moment(opens_at) }) : t(reasons[why]);
}
