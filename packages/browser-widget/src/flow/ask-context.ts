import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Kind } from '../elements/kind.js';
import type { Item } from '../inputs/control.js';
import type { Words } from '../translate.js';
import type { Closed, Stage } from '../ui/screen.js';

/** One visitor's dealings with one ask, as they stand. */
export interface Visit<K extends AskKind> {
  readonly kind: Kind<K>;
  readonly stage: Stage;
  /** Where the browser keeps what it knows of it. */
  readonly place: string;
  readonly server: string;
  /** Where its public view is, and where answers go. */
  readonly url: string;
  readonly inbox: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly t: Words;
  readonly view: PublicKinds[K]['view'];
  results: PublicKinds[K]['results'] | null;
  /** What came of starting it. */
  readonly started?: StartedQuiz;
  /** What was asked beside the questions before it was started. */
  readonly asides?: readonly Item[];
  /** Dispatches an event about it. */
  readonly emit: Stage['emit'];
  /** Shows something else under the title. */
  readonly show: Stage['show'];
  /** Begins anew: with a reason, that is what is said in place of asking; `again` asks who has answered already. */
  readonly load: (how?: Closed | 'again') => void;
}
