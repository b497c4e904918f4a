import type { AskKind, LiveResults, PublicKinds } from '@askwell/server/contract';
import { type PresentedAttempt, presentAttempt } from '../../../server-lib/src/shared/presentation/attempt-outcome.js';
import type { Block, ResultsModel } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import { presentFormResults } from '../../../server-lib/src/shared/presentation/results/form-results.js';
import { presentPollResults } from '../../../server-lib/src/shared/presentation/results/poll-results.js';
import { presentQuizResults } from '../../../server-lib/src/shared/presentation/results/quiz-results.js';
import type { AskContext } from '../kinds/kind.js';
import type { Translator } from '../translate.js';
import { addStyles } from '../ui/add-styles.js';
import { append, h } from '../ui/dom.js';
import { morph } from '../ui/morph.js';
import { follow } from './live-results.js';
import { moveBars } from './move-bars.js';
import { renderBlocks } from './render-blocks.js';
import css from './results.css';

/** Presents the answers of one kind. */
interface Presenter<K extends AskKind, Public extends PublicKinds[K] = PublicKinds[K]> {
  /** Presents the outcome of the visitor's answer. */
  readonly outcome?: (receipt: Public['receipt'], attempt: PresentedAttempt, t: Translator) => readonly Block[];
  /** Presents the results of all answers. */
  readonly results: (
    view: Public['view'],
    results: Public['results'],
    receipt: Public['receipt'] | undefined,
    t: Translator,
  ) => ResultsModel;
}

const presenters: { readonly [K in AskKind]: Presenter<K> } = {
  poll: { results: presentPollResults },
  quiz: {
    outcome: presentAttempt,
    results: ({ questions = [] }, results, _receipt, t) => presentQuizResults(results, questions, t),
  },
  form: { results: (form, results, _receipt, t) => presentFormResults(results, form, t) },
};

/** The part of the context that is used here. The script may be of another version for a while: do not rename members. */
export type ResultsContext<K extends AskKind> = Pick<
  AskContext<K>,
  'kind' | 'results' | 't' | 'url' | 'view' | 'attempt'
> &
  Partial<Pick<AskContext<K>, 'language'>>;

/** Renders the outcome of an answer and the results, and updates the results until the signal is aborted. */
export function show<K extends AskKind>(
  area: HTMLElement,
  context: ResultsContext<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): void {
  // An older script has no language.
  const { kind, view, url, language = '', t, attempt } = context;
  const presenter: Presenter<K> = presenters[kind.name];
  const draw = (current: PublicKinds[K]['results']) => {
    const { title, total, blocks } = presenter.results(view, current, receipt, t);
    const live = view.accepting && h('span', 'live', t('Live'));
    return h(
      'section',
      'results',
      h('h3', 'results-title', title),
      h('p', 'total', h('span', '', total), live),
      renderBlocks(blocks, t),
    );
  };
  const root = area.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, css);
  const known = attempt ?? { questions: [], answers: {} };
  if (receipt && presenter.outcome) append(area, renderBlocks(presenter.outcome(receipt, known, t), t));
  if (!context.results) {
    if (receipt && view.results_visibility === 'after_close')
      append(area, h('p', 'total', t('Results are shown once this is closed.')));
    return;
  }
  const node = draw(context.results);
  append(area, node);
  if (!view.accepting) return;
  const move = (data?: string) => {
    if (!data) {
      for (const live of node.querySelectorAll('.live')) live.remove();
      return;
    }
    const results: LiveResults<K> = JSON.parse(data);
    context.results = results;
    const next = draw(results);
    moveBars(node, next);
    morph(node, next);
  };
  follow(`${url}/live?${receipt ? `answer=${receipt.id}` : ''}${language}`, move, over);
}
