import type { FormItem } from '../inputs/control.js';
import type { Translator } from '../translate.js';
import type { State } from '../ui/display.js';
import type { FaultText } from './describe-problem.js';

/** A form in the page. */
export interface PagedForm {
  /** The questions. */
  readonly items: readonly FormItem[];
  readonly element: HTMLFormElement;
  readonly pages: Pages;
  /** Shows messages about the submission. */
  readonly notice: HTMLElement;
  /** Contains the buttons. */
  readonly actions: HTMLElement;
  /** Shows the server's faults at their inputs. Returns the texts of faults without an input. */
  readonly showFaults: (faults: readonly FaultText[]) => string;
  /** Disables submitting in the state `sending`, and the whole form in the state `waiting`. */
  readonly setFormState: (state: State) => void;
  /** Sends the answers that are valid. */
  readonly sendNow: () => void;
}

/** The pages of a form, and the one that is shown. */
export interface Pages {
  current: number;
  last: number;
  /** The page of each visible item, in their order. */
  pageOf: ReadonlyMap<FormItem, number>;
}

/** The parameters for turning the pages of a form. */
export interface PageParts {
  readonly pages: Pages;
  readonly items: readonly FormItem[];
  /** The items that are not part of the ask. They are on the last page. */
  readonly extraItems: readonly FormItem[];
  /** Contains the items. */
  readonly inputs: HTMLElement;
  /** Contains the buttons. */
  readonly actions: HTMLElement;
  /** Shows the current page. `isTurned`: moves the focus to it. */
  readonly update: (isTurned: boolean) => void;
  readonly announce: (text: string) => void;
  readonly draft: StepDraft | undefined;
  readonly t: Translator;
}

/**
 * Adds page turning to a form. Returns a function that shows the current page, and is called by `update`.
 * It returns the text of the button, if it is neither "Next" nor the text for submitting.
 */
export type TurnPages = (parts: PageParts) => (isTurned: boolean) => string | false | undefined;

/** The step in a draft of a form that shows one field at a time. */
export interface StepDraft {
  /** The step that was shown. */
  readonly step?: number | undefined;
  readonly keepStep: (step: number) => void;
}
