import type { AskKind, PublicKinds } from '@askwell/server/contract';
import type { AskContext } from '../flow/ask-context.js';
import type { Answers } from '../flow/local-state.js';
import type { FormItem } from '../inputs/control.js';
import type { MessageKey, Translator } from '../translate.js';

/** The form of an ask. */
export interface AnswerForm {
  readonly items: readonly FormItem[];
  /** The text of the submit button. */
  readonly submitLabel: MessageKey;
  /** The text of the page counter, if it is not "Page {n} of {m}". */
  readonly pageLabel?: MessageKey;
  /** Returns the visible items for the current answers. Without it, all are visible. */
  readonly visibleItems?: () => readonly { readonly id: string }[];
  /** Returns the body to send, if it is not `answers` of the visible items. */
  readonly body?: () => object;
}

/** Returns the answers by the IDs of the items. */
export function answersOf(items: readonly FormItem[]): Record<string, unknown> {
  return Object.fromEntries(items.map(({ id, value }) => [id, value?.()]));
}

/** The names of a kind. */
export interface KindNames<K extends AskKind> {
  readonly name: K;
  /** The name in paths of the API, such as `polls`. `answers` is the name of its answers, such as `votes`. */
  readonly plural: string;
  readonly answers: string;
}

/** What differs between polls, quizzes and forms. */
export interface Kind<
  K extends AskKind,
  View = PublicKinds[K]['view'],
  Receipt = PublicKinds[K]['receipt'],
  Results = PublicKinds[K]['results'],
> extends KindNames<K> {
  /** For asks that have to be started before they can be filled in. */
  readonly start?: {
    readonly isNeeded: (view: View) => boolean;
    readonly show: (context: AskContext<K>) => void;
  };
  /** Creates the form. `isList` shows all questions of a quiz on one page. */
  readonly answerForm: (view: View, t: Translator, isList: boolean) => AnswerForm;
  /** Fills in what was typed before a reload, and returns a listener that keeps what is typed. */
  readonly openDraft?: (
    context: AskContext<K>,
    items: readonly FormItem[],
    extraItems: readonly FormItem[],
  ) => (event: Event) => void;
  /** Returns the answers in a receipt, to be changed. Without it, the local state has them. */
  readonly previousAnswers?: (receipt: Receipt) => Answers;
  /** Whether returning visitors see their answer even if they may give another. */
  readonly isAnswerKept?: boolean;
  /** Whether visitors may answer more than once although `one_per` is set. */
  readonly mayRepeat?: (view: View) => boolean;
  /** Returns the results in a receipt. Without it, they are loaded. */
  readonly resultsOf?: (receipt: Receipt) => Results | null;
  /** Whether the receipt has an outcome to show, such as a score. */
  readonly hasOutcome?: boolean;
}
