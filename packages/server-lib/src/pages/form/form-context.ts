import type { Localizer } from '../../messages/localizer.js';
import { type Html, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import type { FormValues } from './form-values.js';

/** A place in a form that can be wrong. */
interface Spot {
  readonly id: string;
  readonly label: string;
  readonly faults: readonly string[];
}

interface FaultOptions {
  /** What is wrong below the path is told elsewhere. */
  readonly exact?: boolean;
  /** Says it better than the checks do. */
  readonly instead?: string | null;
}

/** Things to choose from on one page. Writing many more would hold up everybody else, and no browser shows them well. */
const mostChoices = 10_000;

/** A form as it is written: in which words, with what in it, and what is wrong where. */
export class FormContext {
  readonly #spots: Spot[] = [];
  readonly #paths: string[] = [];
  #choices = 0;

  constructor(
    readonly localizer: Localizer,
    readonly values: FormValues,
  ) {}

  /** Whether there is room for so many more things to choose from; once there was none, the form is of no use. */
  hasRoomFor(choices: number): boolean {
    this.#choices += choices;
    return !this.isOverfull;
  }

  get isOverfull(): boolean {
    return this.#choices > mostChoices;
  }

  /** What is wrong at a path, in words for visitors; noted for the summary, whose links lead to `id`. */
  faultsAt(path: string, id: string, label: string, { exact = false, instead }: FaultOptions = {}): readonly string[] {
    this.#paths.push(path);
    const found = this.values.faults(path, exact).map(this.localizer.words.fault);
    const faults = found.length > 0 && instead ? [instead] : [...new Set(found)];
    if (faults.length > 0) this.#spots.push({ id, label, faults });
    return faults;
  }

  /** What is wrong, before the form and with the focus, each thing leading to its place. To be asked for last. */
  summary(message: string | null): Html | null {
    const { words, withLang, number } = this.localizer;
    const known = this.#spots.flatMap(({ id, label, faults }) =>
      faults.map((fault) => html`<li><a href="#${id}"><bdi>${label}</bdi> – ${withLang(fault)}</a></li>`),
    );
    const others = this.values.faultsElsewhere(this.#paths);
    const unknown = others.map((issue) => html`<li>${issue.path} – ${withLang(words.fault(issue))}</li>`);
    const faults = [...known, ...unknown];
    if (faults.length === 0 && message === null) return null;
    const title = message ?? words.rejected.summary(faults.length, number(faults.length));
    return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${icons.alert}<div><p class="problem-title">${withLang(title)}</p>${faults.length > 0 && html`<ul>${faults}</ul>`}</div>
</div>`;
  }
}
