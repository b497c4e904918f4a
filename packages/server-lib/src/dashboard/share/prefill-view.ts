import { type Html, html } from '../../base/html.js';
import { isReservedParam } from '../../web/hosted/page-query.js';
import { icons } from '../../web/ui/icons.js';
import { code, count } from '../components.js';
import { elementTag } from '../home/embed-tags.js';
import { isPrefillable, type PrefillInput } from './prefill-inputs.js';
import type { ShareContext } from './share-context.js';
import { backToShare, linkField, sharePath, viewLink } from './share-parts.js';

/** The prefix of the parameters of the form, so that they differ from the parameters of the page. */
export const prefillPrefix = 'p-';
/** The largest number of inputs and choices on the page. */
const maxControls = 1_000;

/** The values that the owner entered, by the name of the input. */
export type Prefill = ReadonlyMap<string, readonly string[]>;

/** A form with all inputs that can be prefilled, and the resulting link. */
export function prefillView(context: ShareContext, prefill: Prefill): Html {
  const { shown, left } = shownInputs(context.questions.inputs.filter(isPrefillable));
  return html`${backToShare(context)}
<section class="section" id="prefill">
<h2>Create a prefilled link</h2>
<p class="help">Fill in what visitors should find filled in. They can change it. Everyone who has the link can read these values.</p>
${prefill.size > 0 && outcome(context, prefill)}
<form class="form" method="get" action="${sharePath(context, '/prefill')}" id="prefill-form">
${shown.map((input, index) => field(input, `prefill-${index}`, prefill.get(input.name) ?? []))}
${left > 0 && html`<p class="help">${count(left, 'more input is', 'more inputs are')} not listed. Their names are those of the fields of an HTML form.</p>`}
<div class="actions"><button class="button primary">${prefill.size > 0 ? 'Update' : 'Create'} link</button>${prefill.size > 0 && html`<a class="button" href="${sharePath(context, '/prefill')}">Start again</a>`}</div>
</form>
</section>`;
}

function outcome(context: ShareContext, prefill: Prefill): Html {
  const { ask, link, questions } = context;
  const all = toQuery(prefill);
  const page = toQuery(new Map([...prefill].filter(([name]) => !isReservedParam(name))));
  const url = `${link}?${page}`;
  return html`<div class="prefilled" id="prefilled">
<p class="prefilled-title">${icons.check}<span>Link created</span></p>
${
  questions.needsStart
    ? html`<p class="help">Visitors start this quiz before they see its questions, so a link cannot fill them in. The element can.</p>`
    : page !== '' && linkField('prefilled-link', 'Prefilled link', url, { look: 'primary', more: viewLink(url) })
}
<div class="field"><p class="label">For a website that embeds the ${ask.kind}</p>
${code('prefilled-element', elementTag(ask.kind, ask.id, all), 'the element')}</div>
</div>`;
}

function toQuery(prefill: Prefill): string {
  const params = new URLSearchParams();
  for (const [name, values] of prefill) for (const value of values) params.append(name, value);
  return params.toString();
}

/** Returns the inputs that fit on the page, and the number of inputs that do not fit. */
function shownInputs(inputs: readonly PrefillInput[]): { shown: readonly PrefillInput[]; left: number } {
  let room = maxControls;
  const shown = inputs.filter((input) => {
    room -= 1 + (input.choices?.length ?? 0);
    return room >= 0;
  });
  return { shown, left: inputs.length - shown.length };
}

function field(input: PrefillInput, id: string, values: readonly string[]): Html {
  const { label, group, type, choices, isHidden } = input;
  const name = prefillPrefix + input.name;
  const notes = [
    ...(isHidden ? ['Hidden from visitors.'] : []),
    ...(isReservedParam(input.name) ? ['Only for the element: the hosted page uses this name itself.'] : []),
  ];
  const text = html`${group !== undefined && html`<span class="prefill-group" dir="auto">${group}</span> `}<bdi>${label}</bdi>`;
  const helpId = `${id}-help`;
  const described = notes.length > 0 && html` aria-describedby="${helpId}"`;
  const help = notes.length > 0 && html`<p class="help" id="${helpId}">${notes.join(' ')}</p>`;
  if (choices && type === 'many') {
    const boxes = choices.map(
      (choice) =>
        html`<label class="tick"><input type="checkbox" name="${name}" value="${choice.value}"${values.includes(choice.value) && html` checked`}> <bdi>${choice.label}</bdi></label>`,
    );
    return html`<fieldset class="field"${described}><legend>${text}</legend>${boxes}${help}</fieldset>`;
  }
  return html`<div class="field"><label for="${id}">${text}</label>${control(type, html`id="${id}" name="${name}"${described}`, values[0] ?? '', choices)}${help}</div>`;
}

function control(type: PrefillInput['type'], attributes: Html, value: string, choices: PrefillInput['choices']): Html {
  if (choices) {
    const options = choices.map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    );
    return html`<select ${attributes}><option value="">Not prefilled</option>${options}</select>`;
  }
  // HTML parsers drop a newline at the start of a textarea.
  if (type === 'long') return html`<textarea ${attributes} rows="3" dir="auto">${'\n'}${value}</textarea>`;
  if (type === 'date' || type === 'time') return html`<input type="${type}" ${attributes} value="${value}">`;
  const numeric = type === 'number' && html` inputmode="decimal"`;
  return html`<input type="text" ${attributes}${numeric} value="${value}" dir="auto" autocomplete="off">`;
}
