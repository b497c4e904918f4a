import type { AskKind, CheckedQuestion, Embedded, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { WidgetText } from '../../../server-lib/src/shared/messages/english.js';
import type { AfterAnswer } from '../../../server-lib/src/shared/presentation/after-answer.js';
import type { PresentedAttempt } from '../../../server-lib/src/shared/presentation/attempt-outcome.js';
import type { Answers } from '../flow/local-state.js';
import type { PagedForm, StepDraft, TurnPages } from '../flow/paged-form-types.js';
import type { FormItem, InitialValues, Question } from '../inputs/control.js';
import type { TextInputOptions } from '../inputs/text-input.js';
import type { Translator } from '../translate.js';
import type { ClosedState, Display } from '../ui/display.js';
import type { Child } from '../ui/dom.js';

/** The form of an ask. */
export interface AnswerForm {
  readonly items: readonly FormItem[];
  /** The text of the submit button. */
  readonly submitLabel: WidgetText;
  /** Divides the items into pages. Without it, all are on one page. */
  readonly turnPages?: TurnPages;
  /** Returns the body to send, if it is not `answers` of the visible items. */
  readonly body?: () => object;
}

/** A field that is not part of the ask. */
export interface ExtraField extends Question, TextInputOptions {}

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
  /** The styles that the kind adds to the styles of all kinds. */
  readonly styles?: string;
  /** Adds the marks and the labels of the author to the texts. */
  readonly localize?: (t: Translator, view: View) => Translator;
  /** Returns the fields for the contact details that the ask asks for. */
  readonly contactFields?: (context: AskContext<K>) => readonly (ExtraField | false)[];
  /** For asks that have to be started before they can be filled in. */
  readonly start?: {
    readonly isNeeded: (view: View) => boolean;
    readonly show: (context: AskContext<K>) => void;
  };
  /** Renders the time that is left, and sends the answers when it is over. Prepares checking the answers one by one. */
  readonly startTimer?: (context: AskContext<K>, form: PagedForm, over: AbortSignal) => Child;
  /** Creates the form. `layout` is the attribute of the element. */
  readonly answerForm: (view: View, t: Translator, layout: string | null, started?: StartedQuiz) => AnswerForm;
  /** Restores input after a reload, and keeps new input. */
  readonly openDraft?: (
    context: AskContext<K>,
    items: readonly FormItem[],
    extraItems: readonly FormItem[],
  ) => StepDraft | undefined;
  /** Returns the answers in a receipt, to be changed. Without it, the local state has them. */
  readonly previousAnswers?: (receipt: Receipt) => Answers;
  /** Whether returning visitors see their answer even if they may give another. */
  readonly isAnswerKept?: boolean;
  /** Whether visitors may answer more than once although `one_per` is set. */
  readonly mayRepeat?: (view: View) => boolean;
  /** Returns what follows an answer, if it depends on the answer. Without it, the view says what follows. */
  readonly afterIn?: (receipt: Receipt, view: View) => AfterAnswer | null;
  /** Returns the results in a receipt. Without it, they are loaded. */
  readonly resultsOf?: (receipt: Receipt) => Results | null;
  /** Returns the visitor's answers to a quiz: from the response to `?answer=`, and from the body that was sent. */
  readonly attemptIn?: (data: Embedded<K>) => PresentedAttempt | null | undefined;
  readonly attemptOf?: (view: View, body: string) => PresentedAttempt;
}

/** Loads the code of a kind. Without the view of an ask, loads the code that most asks need. */
export type LoadKind<K extends AskKind> = (view?: PublicKinds[K]['view']) => Promise<Kind<K>>;

/** The state to show next: a closed state, the form to a visitor who has answered (`again`), or how to sign in. */
export type NextView = ClosedState | 'again' | 'sign_in_required';

/** The data that the steps of answering an ask share: loading, starting, filling in, submitting and showing results. */
export interface AskContext<K extends AskKind> {
  readonly kind: Kind<K>;
  readonly display: Display;
  /** The key of the local state. */
  readonly stateKey: string;
  readonly server: string;
  /** URL of the public view. */
  readonly url: string;
  /** The query parameter with the language that the visitor or the page wants, after `&`. */
  readonly language: string;
  /** URL that answers are posted to. */
  readonly answersUrl: string;
  /** Whether requests have the cookies of the site, which asks for members of the site need. */
  readonly credentials: 'include' | 'omit';
  /** Aborted when the element is removed or shows something else. */
  readonly signal: AbortSignal;
  readonly t: Translator;
  /** Returns the visitor's token for this ask. */
  readonly voter: () => string;
  readonly view: PublicKinds[K]['view'];
  results: PublicKinds[K]['results'] | null;
  /** The visitor's answers to a quiz, to review them. */
  attempt?: PresentedAttempt | null | undefined;
  /** The response to starting the quiz. */
  readonly started?: StartedQuiz;
  /** Takes the response if it is not a receipt, such as the verdict of one answer. */
  readonly receive?: (data: PublicKinds[K]['receipt'] | CheckedQuestion) => unknown;
  /** The message if the answer was sent because the time limit was over. */
  timeUp?: string;
  /** The extra fields that were filled in before the start. */
  readonly extraItems?: readonly FormItem[];
  /** Returns the fields that are not part of the ask. Undefined if there are no such fields. */
  readonly extraFields: ((context: AskContext<K>, ownItems: readonly FormItem[]) => FormItem[]) | undefined;
  /** Dispatches an event with the kind and the ID of the ask. */
  readonly emit: Display['emit'];
  /** Replaces the content below the title. */
  readonly show: Display['show'];
  /** Shows the form, with the values of an earlier answer. */
  readonly showForm: (context: AskContext<K>, previous?: (id: string) => InitialValues) => void;
  /** Loads the ask again, and shows its state or `next`. */
  readonly load: (next?: NextView) => void;
}
