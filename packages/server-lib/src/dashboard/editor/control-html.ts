import { type Html, type HtmlPart, html } from '../../base/html.js';
import { truncate } from '../../base/truncate.js';
import { icons } from '../../web/ui/icons.js';
import { maxRepeatedLabel } from '../limits.js';
import { type EditorContext, elementId, messagesAt } from './editor-context.js';

/** The parts of a control with its label. */
export interface Labelled {
  readonly path: string;
  readonly label: HtmlPart;
  readonly help?: HtmlPart;
  readonly isRequired?: boolean;
  /** The unit of a number, which is shown after the control. */
  readonly unit?: string | undefined;
  /** Renders the control with the attributes that connect it with its label, help and faults. */
  readonly control: (attributes: Html) => Html;
}

/** A control with its label above, and its help and faults below. */
export function labelledControl(
  context: EditorContext,
  { path, label, help, isRequired, unit, control }: Labelled,
): Html {
  const id = elementId(path);
  const { attributes, notes } = describe(context, path, help, unit);
  const input = control(html`id="${id}" name="${path}"${attributes}${isRequired && html` aria-required="true"`}`);
  return html`<div class="field"><label for="${id}">${label}</label>${
    unit === undefined
      ? input
      : html`<span class="with-unit">${input}<span class="unit" id="${id}-unit">${unit}</span></span>`
  }${notes}</div>`;
}

/** A checkbox with its label beside it. */
export function checkbox(context: EditorContext, path: string, label: string, help: string, isOn: boolean): Html {
  const id = elementId(path);
  const { attributes, notes } = describe(context, path, help);
  return html`<div class="field check"><input type="checkbox" id="${id}" name="${path}" value="on"${attributes}${
    isOn && html` checked`
  }><label for="${id}">${label}</label>${notes}</div>`;
}

/** A group of controls with a heading. */
export function controlGroup(
  context: EditorContext,
  path: string,
  legend: HtmlPart,
  help: string,
  content: HtmlPart,
): Html {
  const { attributes, notes } = describe(context, path, help);
  return html`<fieldset class="group" id="${elementId(path)}" tabindex="-1"${attributes}><legend>${legend}</legend>${notes}${content}</fieldset>`;
}

/** Help and faults of a member whose controls stand elsewhere on the page. */
export function controlNote(context: EditorContext, path: string, help: string): Html {
  const { notes } = describe(context, path, help);
  return html`<div class="control-note" id="${elementId(path)}" tabindex="-1">${notes}</div>`;
}

function describe(
  context: EditorContext,
  path: string,
  help: HtmlPart = '',
  unit?: string,
): { attributes: Html; notes: Html } {
  const id = elementId(path);
  const faults = messagesAt(context, path);
  const described = [
    faults.length > 0 && `${id}-fault`,
    unit !== undefined && `${id}-unit`,
    help !== '' && `${id}-help`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    attributes: html`${described && html` aria-describedby="${described}"`}${faults.length > 0 && html` aria-invalid="true"`}`,
    notes: html`${
      faults.length > 0 && html`<p class="fault" id="${id}-fault">${icons.alert}<span>${faults.join(' ')}</span></p>`
    }${help !== '' && html`<p class="help" id="${id}-help">${help}</p>`}`,
  };
}

/** A select with texts for its values. */
export function selectControl(
  attributes: Html,
  options: readonly { readonly value: string; readonly text: string }[],
  current: string,
): Html {
  const items = options.map(
    ({ value, text }) => html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
  );
  return html`<select ${attributes}>${items}</select>`;
}

/** The number of options that are rendered in one piece, if none of them is selected. */
const blockSize = 16;

/**
 * Returns a function that renders selects with the same options. They are rendered once: a question with 200 options to match has 200
 * selects of 200 targets. Each select names the text of a value that is not one of the options.
 */
export function optionList(options: readonly { readonly value: string; readonly text: string }[]): SelectRenderer {
  const shown = options.map(({ value, text }) => ({ value, text: truncate(text, maxRepeatedLabel) }));
  const items = shown.map((option) => html`<option value="${option.value}">${option.text}</option>`.flat());
  const positions = new Map(shown.map(({ value }, index) => [value, index]));
  const blocks: Html[] = [];
  for (let at = 0; at < items.length; at += blockSize) blocks.push(html`${items.slice(at, at + blockSize)}`.flat());
  return (attributes, current, unknownText) => {
    const index = positions.get(current);
    if (index === undefined)
      return html`<select ${attributes}>${blocks}<option value="${current}" selected>${unknownText}</option></select>`;
    const chosen = html`<option value="${current}" selected>${shown[index]?.text}</option>`;
    const block = Math.floor(index / blockSize);
    const [start, end] = [block * blockSize, (block + 1) * blockSize];
    return html`<select ${attributes}>${blocks.slice(0, block)}${items.slice(start, index)}${chosen}${items.slice(index + 1, end)}${blocks.slice(block + 1)}</select>`;
  };
}

/** Renders a select of the same options. Its last text is for a value that is not one of them. */
export type SelectRenderer = (attributes: Html, current: string, unknownText: string) => Html;

/** A button that changes the definition and saves it. */
export function actionButton(action: string, icon: Html, label: string, target: HtmlPart, isEnabled = true): Html {
  return html`<button class="icon-button" name="do" value="${action}" title="${label}"${!isEnabled && html` disabled data-idle`}>${icon}<span class="unseen">${label} ${target}</span></button>`;
}
