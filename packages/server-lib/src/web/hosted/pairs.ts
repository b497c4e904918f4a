import { Html, type HtmlPart, html } from '../../base/html.js';
import { inlineText } from '../ui/rich-text.js';
import { type Choice, labelHtml, selectInput } from './choices.js';
import { idOf, image } from './controls.js';
import type { FormContext } from './form-context.js';

/** An item that visitors rank or match. */
interface PairItem {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
}

/** The maximum number of places in a list. In longer lists, places are entered as numbers. */
const maxListedPlaces = 20;

/** Inputs for the place of each item. The field `rank.o1` has the place of `o1`. */
export function ranks(formContext: FormContext, prefix: string, items: readonly PairItem[]): Html {
  if (!formContext.hasRoomFor(items.length)) return html``;
  if (items.length > maxListedPlaces) {
    const limits = html` min="1" max="${items.length}" step="1" inputmode="numeric"`;
    const place = (name: string, attributes: Html) =>
      html`<input type="number" ${attributes}${limits} value="${formContext.values.text(name)}">`;
    // A quiz can have thousands of items to order, which the page renders in several turns of the event loop.
    return Html.lazy(() => rows(formContext, prefix, items, place, 'pairs ranks'));
  }
  const places = items.map((_, index) => ({
    value: String(index + 1),
    label: formContext.localizer.number(index + 1),
  }));
  return rows(
    formContext,
    prefix,
    items,
    (name, attributes) => selectInput(formContext, name, places, '–', attributes),
    'pairs ranks',
  );
}

/** Whether two items have the same place. */
export function hasSamePlace(formContext: FormContext, prefix: string, items: readonly { id: string }[]): boolean {
  const places = items.map(({ id }) => formContext.values.text(prefix + id)).filter((place) => place !== '');
  return new Set(places).size < places.length;
}

/** A `<select>` below each item. */
export function matches(
  formContext: FormContext,
  prefix: string,
  items: readonly PairItem[],
  choices: readonly Choice[],
  emptyLabel: HtmlPart,
): Html {
  if (!formContext.hasRoomFor(items.length)) return html``;
  const list = rows(formContext, prefix, items, (name, attributes) =>
    selectInput(formContext, name, choices, emptyLabel, attributes),
  );
  return html`<div class="matches">${pictures(formContext, choices)}${list}</div>`;
}

/** The choices with their images or formulas, which a `<select>` cannot show. */
function pictures({ textOptions }: FormContext, choices: readonly Choice[]): Html | null {
  const hasFormulas =
    textOptions.formulas && choices.some(({ label }) => typeof label === 'string' && label.includes('$'));
  if (!hasFormulas && choices.every((choice) => !choice.image)) return null;
  const items = choices.map(
    (choice) =>
      html`<li class="choice">${image(choice.image ?? null)}<bdi>${labelHtml(choice.label, textOptions)}</bdi></li>`,
  );
  return html`<ul class="choices pictures targets">${items}</ul>`;
}

function rows(
  formContext: FormContext,
  prefix: string,
  items: readonly PairItem[],
  control: (name: string, attributes: Html) => Html,
  look = 'pairs',
): Html {
  const list = items.map(({ id, label, image_url }) => {
    const name = prefix + id;
    const attributes = html`id="${idOf(name)}" name="${name}"`;
    return html`<div class="pair"><label for="${idOf(name)}">${image(image_url)}<bdi>${inlineText(label, formContext.textOptions)}</bdi></label>${control(name, attributes)}</div>`;
  });
  return html`<div class="${look}">${list}</div>`;
}
