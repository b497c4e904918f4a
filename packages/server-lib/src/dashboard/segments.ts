import { type Html, html } from '../base/html.js';

/** A choice in a row of choices. */
export interface Segment {
  readonly value: string;
  readonly label: string;
  /** A text that completes the label for screen readers and as a tooltip. */
  readonly detail?: string;
}

/** The parts of {@link segments}. */
export interface Segments {
  readonly name: string;
  /** The name of the row for screen readers. Undefined: the group around the row has it. */
  readonly legend?: string;
  readonly options: readonly Segment[];
  readonly current: string;
  /** The ID of the form that has the choices, if they are in another form. */
  readonly form?: string;
}

/** A row of choices. Exactly one choice is on. */
export function segments({ name, legend, options, current, form }: Segments): Html {
  const choices = options.map(
    ({ value, label, detail }) =>
      html`<label${detail !== undefined && html` title="${label} ${detail}"`}><input type="radio" name="${name}" value="${value}"${
        form !== undefined && html` form="${form}"`
      }${value === current && html` checked`}><span>${label}${detail !== undefined && html`<span class="unseen"> ${detail}</span>`}</span></label>`,
  );
  if (legend === undefined) return html`<div class="segments">${choices}</div>`;
  return html`<fieldset class="segments"><legend class="unseen">${legend}</legend>${choices}</fieldset>`;
}

/** A choice that is on or off, which looks like a row with one choice. */
export function toggle({ name, label, form }: { name: string; label: string; form: string }): Html {
  return html`<span class="segments"><label><input type="checkbox" name="${name}" value="on" form="${form}"><span>${label}</span></label></span>`;
}
