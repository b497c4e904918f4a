import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Fill } from '../../shared/presentation/rich-text.js';
import { icons } from '../ui/icons.js';
import type { TextOptions } from '../ui/rich-text.js';
import type { FormValues } from './form-values.js';

/** The faults of one control. */
interface ControlFaults {
  readonly id: string;
  readonly label: string;
  readonly messages: readonly string[];
}

interface FaultOptions {
  /** Whether faults below the path belong to other controls. */
  readonly exact?: boolean;
  /** A more specific message that replaces the messages of the faults. */
  readonly instead?: string | null;
}

/** The maximum number of choices on a page. Rendering many more would block the server, and browsers become slow. */
const maxChoices = 10_000;

/** A form while it is rendered: its language, its values and the faults of its controls. */
export class FormContext {
  readonly #controlFaults: ControlFaults[] = [];
  readonly #paths: string[] = [];
  #choices = 0;
  #fill: Fill | undefined;

  constructor(
    readonly localizer: Localizer,
    readonly values: FormValues,
  ) {}

  /** Fills the placeholders in texts with marks, after they are parsed. */
  get fill(): Fill | undefined {
    return this.#fill;
  }

  /** How texts with marks are rendered. */
  get textOptions(): TextOptions {
    return { fill: this.#fill, formulas: this.localizer.formulas };
  }

  /** Sets the function that fills placeholders. Without it, they stay as they are. */
  fillWith(fill: Fill): void {
    this.#fill = fill;
  }

  /** Counts the choices of a control. Returns false if the form has too many; then it is not shown. */
  hasRoomFor(choices: number): boolean {
    this.#choices += choices;
    return !this.isTooLarge;
  }

  /** Marks the form as one with too many choices, because an earlier rendering found this. */
  markTooLarge(): void {
    this.#choices = maxChoices + 1;
  }

  get isTooLarge(): boolean {
    return this.#choices > maxChoices;
  }

  /**
   * Returns the messages of the faults at a path and adds them to the error summary.
   *
   * @param id The element that the error summary links to.
   */
  faultsAt(path: string, id: string, label: string, { exact = false, instead }: FaultOptions = {}): readonly string[] {
    this.#paths.push(path);
    const found = this.values.faults(path, exact).map(this.localizer.words.fault);
    const messages = found.length > 0 && instead ? [instead] : [...new Set(found)];
    if (messages.length > 0) this.#controlFaults.push({ id, label, messages });
    return messages;
  }

  /** The error summary above the form. It gets the focus. Call it after all controls are rendered. */
  summary(message: string | null): Html | null {
    const { words, withLang, number } = this.localizer;
    const ofControls = this.#controlFaults.flatMap(({ id, label, messages }) =>
      messages.map((text) => html`<li><a href="#${id}"><bdi>${label}</bdi> – ${withLang(text)}</a></li>`),
    );
    const ofOthers = this.values
      .faultsElsewhere(this.#paths)
      .map((issue) => html`<li>${issue.path} – ${withLang(words.fault(issue))}</li>`);
    const faults = [...ofControls, ...ofOthers];
    if (faults.length === 0 && message === null) return null;
    const title = message ?? words.rejected.summary(faults.length, number(faults.length));
    return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${icons.alert}<div><p class="problem-title">${withLang(title)}</p>${faults.length > 0 && html`<ul>${faults}</ul>`}</div>
</div>`;
  }
}
