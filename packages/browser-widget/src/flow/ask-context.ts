import type { AskKind, PublicKinds, StartedQuiz } from '@askwell/server/contract';
import type { Kind } from '../elements/kind.js';
import type { FormItem, InitialValues } from '../inputs/control.js';
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
  readonly view: PublicKinds[K]['view'];
  results: PublicKinds[K]['results'] | null;
  /** The response to starting the quiz. */
  readonly started?: StartedQuiz;
  /** Whether the answer was sent because the time limit was over. */
  isTimeUp?: boolean;
  /** The extra fields that were filled in before the start. */
  readonly extraItems?: readonly FormItem[];
  /** Dispatches an event with the kind and the ID of the ask. */
  readonly emit: Display['emit'];
  /** Replaces the content below the title. */
  readonly show: Display['show'];
  /** Shows the form, with the values of an earlier answer. */
  readonly showForm: (context: AskContext<K>, previous?: (id: string) => InitialValues) => void;
  /** Loads the ask again. With a closed state, shows that; with `again`, shows the form to a visitor who has answered. */
  readonly load: (next?: ClosedState | 'again') => void;
}
