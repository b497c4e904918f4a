import { type Html, html } from '../../base/html.js';
import type { PrefillInput } from './prefill-inputs.js';
import type { ShareContext } from './share-context.js';

/** The largest number of inputs and choices in the code. */
const maxControls = 500;
/** The largest number of choices that are shown without a list to open. */
const maxRadios = 7;

/** Returns the code of an HTML form that works without scripts; null if it would be too long. */
export function plainForm({ serverUrl, ask, questions, tickets }: ShareContext): string | null {
  const { inputs } = questions;
  if (inputs.reduce((sum, { choices = [] }) => sum + 1 + choices.length, 0) > maxControls) return null;
  const action = `${serverUrl}/api/v1/${ask.plural}/${ask.id}/${ask.answersName}`;
  const ticket = tickets && html`  <label>Ticket <input name="ticket" required></label>\n`;
  const code = html`<form method="post" action="${action}">
${inputs.map((input) => html`${control(input)}\n`)}${ticket}  <button>Send</button>
</form>`;
  return code.markup;
}

function control(input: PrefillInput): Html {
  const { name, type, choices = [], required, isHidden } = input;
  const label = labelOf(input);
  const must = required && html` required`;
  if (isHidden) return html`  <input type="hidden" name="${name}" value="">`;
  switch (type) {
    case 'one':
      if (choices.length > maxRadios || input.group !== undefined) return list(input, must);
      return choiceGroup(label, name, 'radio', choices, must);
    case 'many':
      return choiceGroup(label, name, 'checkbox', choices, null);
    case 'tick':
      return html`  <label><input type="checkbox" name="${name}" value="true"${must}> ${label}</label>`;
    case 'long':
      return html`  <label>${label} <textarea name="${name}"${must}></textarea></label>`;
    default:
      return html`  <label>${label} <input type="${type}" name="${name}"${type === 'number' && html` step="any"`}${must}></label>`;
  }
}

function labelOf({ group, label }: PrefillInput): string {
  return group === undefined ? label : `${group}: ${label}`;
}

function list(input: PrefillInput, must: Html | false | undefined): Html {
  const options = input.choices?.map(({ value, label }) => html`\n    <option value="${value}">${label}</option>`);
  return html`  <label>${labelOf(input)} <select name="${input.name}"${must}>
    <option value=""></option>${options}
  </select></label>`;
}

function choiceGroup(
  legend: string,
  name: string,
  type: 'radio' | 'checkbox',
  choices: NonNullable<PrefillInput['choices']>,
  must: Html | false | undefined | null,
): Html {
  const inputs = choices.map(
    ({ value, label }) =>
      html`\n    <label><input type="${type}" name="${name}" value="${value}"${must}> ${label}</label>`,
  );
  return html`  <fieldset>
    <legend>${legend}</legend>${inputs}
  </fieldset>`;
}
