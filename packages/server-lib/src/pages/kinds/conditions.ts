import type { Condition, Field } from '../../forms/form-types.js';
import type { Localizer } from '../../messages/localizer.js';
import type { Words } from '../../messages/page-messages.js';
import { truncate } from '../../validation/text.js';
import type { Html } from '../../web/html.js';

/** A longer label stands elsewhere, whole. */
const longest = 100;

/** When a field counts, in a sentence: `Only if “Do you have a pet?” is “Yes”`; null where it always does. */
export function conditionOf(localizer: Localizer, { show_if }: Field, all: readonly Field[]): Html | null {
  if (!show_if) return null;
  const { condition } = localizer.words;
  const [conditions, joint] = 'all' in show_if ? [show_if.all, condition.and] : [show_if.any, condition.or];
  if (conditions.length === 0) return null;
  return localizer.withLang(condition.only(conditions.map((one) => tell(localizer, one, all)).join(joint)));
}

function tell({ words }: Localizer, condition: Condition, all: readonly Field[]): string {
  const says = words.condition;
  const field = all.find(({ id }) => id === condition.field);
  const name = quoted(words, field?.label || condition.field);
  if ('answered' in condition) return condition.answered ? says.answered(name) : says.unanswered(name);
  const shown = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? words.checked : words.unchecked;
    const label = field && 'options' in field && field.options.find(({ id }) => id === value)?.label;
    return typeof value === 'number' ? String(value) : quoted(words, label || value);
  };
  if ('is' in condition) return says.is(name, shown(condition.is));
  if ('is_not' in condition) return says.isNot(name, shown(condition.is_not));
  if ('contains' in condition) return says.contains(name, shown(condition.contains));
  if ('greater' in condition) return says.greater(name, shown(condition.greater));
  return says.less(name, shown(condition.less));
}

/** The author's words within ours; isolated, so that neither turns the other round. */
function quoted({ condition }: Words, text: string): string {
  return condition.quoted(`\u2068${truncate(text, longest)}\u2069`);
}
