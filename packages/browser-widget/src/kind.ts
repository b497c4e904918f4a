import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Child } from './dom.js';
import type { Given, Item } from './inputs/control.js';
import type { Key, Words } from './words.js';

/** What visitors fill in, page by page. */
export interface Sheet {
  readonly pages: readonly (readonly Item[])[];
  /** What the button says that sends it. */
  readonly submit: Key;
  /** What the pages are counted as. */
  readonly count: Key;
  /** Whether an input shows, with what is filled in so far. */
  readonly shows?: () => ReadonlySet<string>;
  /** What is sent, made of what shows. */
  readonly body: (isShown: (item: Item) => boolean) => object;
}

/** What the page says of an ask beside which it is. */
export interface Wishes {
  /** All on one page, where it would be shown step by step. */
  readonly isList: boolean;
  /** What is asked for of the visitor: `name`, `email`. */
  readonly collect: readonly string[];
}

/** What is shown of one kind of ask, as far as the kinds do not share it. */
export interface Kind<K extends AskKind> {
  readonly name: K;
  /** As in the paths of the interface: `polls`, `votes`. */
  readonly plural: string;
  readonly answers: string;
  /** What has to be started before there is anything to fill in. */
  readonly start?: {
    readonly isNeeded: (view: PublicKinds[K]['view']) => boolean;
    /** What is said before. */
    readonly intro: (view: PublicKinds[K]['view'], t: Words) => Child;
    /** What there is to fill in then. */
    readonly open: (started: StartedQuiz) => PublicKinds[K]['view'];
  };
  readonly sheet: (view: PublicKinds[K]['view'], t: Words, wishes: Wishes) => Sheet;
  /** What is filled in before an answer is changed. */
  readonly given?: (receipt: PublicKinds[K]['receipt']) => (id: string) => Given;
  /** Whether a visitor who comes back finds what was answered, though another answer may be given. */
  readonly isKept: boolean;
  /** Whether this visitor may answer anew, beside changing what was answered. */
  readonly mayRepeat: (view: PublicKinds[K]['view']) => boolean;
  /** The results that come along with the answer, where they do. */
  readonly resultsIn?: (receipt: PublicKinds[K]['receipt']) => PublicKinds[K]['results'] | null;
  /** What a visitor is told of the answer. */
  readonly outcome: (view: PublicKinds[K]['view'], receipt: PublicKinds[K]['receipt'], t: Words) => Child;
  /** What is said of all answers. */
  readonly results: (
    view: PublicKinds[K]['view'],
    results: PublicKinds[K]['results'],
    receipt: PublicKinds[K]['receipt'] | undefined,
    t: Words,
  ) => Child;
}
