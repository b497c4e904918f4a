import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Attempt } from '../../../server-lib/src/presentation/attempt-outcome.js';
import type { FormItem, InitialValues } from '../inputs/control.js';
import type { Kind } from '../kinds/kind.js';
import type { Translator } from '../translate.js';
import type { ClosedState, Display } from '../ui/display.js';

/** What the steps of answering an ask share: loading, starting, filling in, submitting and showing results. */
export interface AskContext<K extends AskKind> {
  readonly kind: Kind<K>;
  readonly display: Display;
  /** The key of the local state. */
  readonly stateKey: string;
  readonly server: string;
  /** URL of the public view. */
  readonly url: string;
  /** URL that answers are posted to. */
  readonly answersUrl: string;
  /** Aborted when the element is removed or shows something else. */
  readonly signal: AbortSignal;
  readonly t: Translator;
  /** Returns the visitor's token for this ask. */
  readonly voter: () => string;
  readonly view: PublicKinds[K]['view'];
  results: PublicKinds[K]['results'] | null;
  /** What the visitor answered in a quiz, to review it. */
  attempt?: Attempt | null | undefined;
  /** The response to starting the quiz. */
  readonly started?: StartedQuiz;
  /** The extra fields that were filled in before the start. */
  readonly extraItems?: readonly FormItem[];
  /** Returns the fields that are not part of the ask. Undefined if there are none. */
  readonly extraFields: ((context: AskContext<K>, ownItems: readonly FormItem[]) => FormItem[]) | undefined;
  /** Dispatches an event with the kind and the ID of the ask. */
  readonly emit: Display['emit'];
  /** Replaces the content below the title. */
  readonly show: Display['show'];
  /** Shows the form, with the values of an earlier answer. */
  readonly showForm: (context: AskContext<K>, previous?: (id: string) => InitialValues) => void;
  /** Loads the ask again. With a closed state, shows that; with `again`, shows the form to a visitor who has answered. */
  readonly load: (next?: ClosedState | 'again') => void;
}
