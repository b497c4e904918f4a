import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Answers } from '../flow/local-state.js';
import type { Item } from '../inputs/control.js';
import type { Key, Words } from '../translate.js';
import type { Child } from '../ui/dom.js';

/** What visitors fill in. */
export interface Sheet {
  readonly items: readonly Item[];
  /** What the button says that sends it. */
  readonly submit: Key;
  /** What the pages are counted as, where they are more than pages. */
  readonly count?: Key;
  /** The inputs that show, with what is filled in so far; all, where it does not depend. */
  readonly shows?: () => readonly { readonly id: string }[];
  /** What is sent, where it is more than the answers to what shows. */
  readonly body?: () => object;
}

/** What was filled in, by the names of the inputs. */
export function answersOf(items: readonly Item[]): Record<string, unknown> {
  return Object.fromEntries(items.map(({ id, value }) => [id, value?.()]));
}

/** What is shown of one kind of ask, as far as the kinds do not share it. */
export interface Kind<
  K extends AskKind,
  View = PublicKinds[K]['view'],
  Receipt = PublicKinds[K]['receipt'],
  Results = PublicKinds[K]['results'],
> {
  readonly name: K;
  /** As in the paths of the interface: `polls`, `votes`. */
  readonly plural: string;
  readonly answers: string;
  /** What has to be started before there is anything to fill in. */
  readonly start?: {
    readonly isNeeded: (view: View) => boolean;
    /** What is said before. */
    readonly intro: (view: View, t: Words) => Child;
    /** What there is to fill in then. */
    readonly open: (started: StartedQuiz) => View;
  };
  /** `isList`: all on one page, where it would be shown step by step. */
  readonly sheet: (view: View, t: Words, isList: boolean) => Sheet;
  /** What is filled in before an answer is changed, where the server tells; else the browser remembers it. */
  readonly given?: (receipt: Receipt) => Answers;
  /** Whether a visitor who comes back finds what was answered, though another answer may be given. */
  readonly isKept?: boolean;
  /** Whether visitors may answer anew though they are told apart. */
  readonly mayRepeat?: (view: View) => boolean;
  /** The results that come along with the answer, where they do. */
  readonly resultsIn?: (receipt: Receipt) => Results | null;
  /** Whether visitors are told what came of their answers. */
  readonly isTold?: boolean;
}
