import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Child } from '../dom.js';
import type { Kind } from '../kind.js';
import type { Stage, State } from '../stage.js';
import type { Words } from '../words.js';

/** One visitor's dealings with one ask, from loading it to thanking for the answer. */
export interface Visit<K extends AskKind> {
  readonly kind: Kind<K>;
  readonly stage: Stage;
  readonly server: string;
  readonly id: string;
  /** Where its public view is. */
  readonly url: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  t: Words;
  view: PublicKinds[K]['view'];
  results: PublicKinds[K]['results'] | null;
  /** What came of starting it. */
  readonly started?: StartedQuiz | undefined;
  /** Shows something else than before. */
  readonly show: (state: State, ...children: Child[]) => void;
  /** Begins anew: with a reason, that is what is said in place of asking; `again` asks who has answered already. */
  readonly load: (how?: Closed | 'again') => void;
}

/** Why nobody is asked. */
export type Closed = Extract<State, 'closed' | 'not_open' | 'full' | 'already_answered' | 'too_late'>;
