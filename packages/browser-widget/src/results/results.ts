import type { AskKind, LiveResults, PublicKinds } from '@askwell/server/contract';
import type { Visit } from '../flow/ask-context.js';
import type { Words } from '../translate.js';
import { addStyles } from '../ui/add-styles.js';
import { append, type Child, h, morph } from '../ui/dom.js';
import { formResults } from './form-results.js';
import { follow } from './live-results.js';
import { pollResults } from './poll-results.js';
import { quizOutcome } from './quiz-outcome.js';
import { quizResults } from './quiz-results.js';
import css from './results.css';

/** How what is known of one kind's answers is drawn. */
interface Drawing<K extends AskKind, Public extends PublicKinds[K] = PublicKinds[K]> {
  /** What a visitor is told of the answer. */
  readonly outcome?: (view: Public['view'], receipt: Public['receipt'], t: Words) => Child;
  /** What is said of all answers. */
  readonly results: (
    view: Public['view'],
    results: Public['results'],
    receipt: Public['receipt'] | undefined,
    t: Words,
  ) => Child;
}

const drawings: { readonly [K in AskKind]: Drawing<K> } = {
  poll: { results: pollResults },
  quiz: { outcome: quizOutcome, results: quizResults },
  form: { results: formResults },
};

/** What of a visit is drawn. The script and this file may be of different versions for a while: what is here stays. */
export type Drawn<K extends AskKind> = Pick<Visit<K>, 'kind' | 'results' | 't' | 'url' | 'view'>;

/** Draws what came of an answer and how the ask stands, and moves that with the answers of others until the signal. */
export function show<K extends AskKind>(
  place: HTMLElement,
  visit: Drawn<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): void {
  const { kind, view, url, t } = visit;
  const drawing: Drawing<K> = drawings[kind.name];
  const draw = (results: PublicKinds[K]['results']) =>
    h('div', 'results', drawing.results(view, results, receipt, t), view.accepting && h('p', 'live', t('Live')));
  const root = place.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, css);
  if (receipt) append(place, drawing.outcome?.(view, receipt, t));
  if (!visit.results) return;
  const node = draw(visit.results);
  append(place, node);
  if (!view.accepting) return;
  const move = (data: string) => {
    const results: LiveResults<K> = JSON.parse(data);
    visit.results = results;
    morph(node, draw(results));
  };
  follow(`${url}/live${receipt ? `?answer=${receipt.id}` : ''}`, move, over);
}
