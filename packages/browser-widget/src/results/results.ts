import type { AskKind, LiveResults, PublicKinds } from '@askwell/server/contract';
import type { AskContext } from '../flow/ask-context.js';
import type { Translator } from '../translate.js';
import { addStyles } from '../ui/add-styles.js';
import { append, type Child, h, morph } from '../ui/dom.js';
import { formResults } from './form-results.js';
import { follow } from './live-results.js';
import { pollResults } from './poll-results.js';
import { quizOutcome } from './quiz-outcome.js';
import { quizResults } from './quiz-results.js';
import css from './results.css';

export { showTimer } from './timer.js';

/** Renders the answers of one kind. */
interface Renderer<K extends AskKind, Public extends PublicKinds[K] = PublicKinds[K]> {
  /** Renders the outcome of the visitor's answer. */
  readonly outcome?: (view: Public['view'], receipt: Public['receipt'], t: Translator) => Child;
  /** Renders the results of all answers. */
  readonly results: (
    view: Public['view'],
    results: Public['results'],
    receipt: Public['receipt'] | undefined,
    t: Translator,
  ) => Child;
}

const renderers: { readonly [K in AskKind]: Renderer<K> } = {
  poll: { results: pollResults },
  quiz: { outcome: quizOutcome, results: quizResults },
  form: { results: formResults },
};

/** The part of the context that is used here. The script may be of another version for a while: do not rename members. */
export type ResultsContext<K extends AskKind> = Pick<AskContext<K>, 'kind' | 'results' | 't' | 'url' | 'view'>;

/** Renders the outcome of an answer and the results, and updates the results until the signal is aborted. */
export function show<K extends AskKind>(
  area: HTMLElement,
  context: ResultsContext<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): void {
  const { kind, view, url, t } = context;
  const renderer: Renderer<K> = renderers[kind.name];
  const draw = (results: PublicKinds[K]['results']) =>
    h('div', 'results', renderer.results(view, results, receipt, t), view.accepting && h('p', 'live', t('Live')));
  const root = area.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, css);
  if (receipt) append(area, renderer.outcome?.(view, receipt, t));
  if (!context.results) return;
  const node = draw(context.results);
  append(area, node);
  if (!view.accepting) return;
  const move = (data: string) => {
    const results: LiveResults<K> = JSON.parse(data);
    context.results = results;
    morph(node, draw(results));
  };
  follow(`${url}/live${receipt ? `?answer=${receipt.id}` : ''}`, move, over);
}
