import type { Html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { truncate } from '../../base/validation/text.js';
import type { Condition, Field } from '../../shared/contract/resources.js';
import type { Words } from '../../shared/messages/page-messages.js';

/** Longer labels are truncated. They are on the page in full. */
const maxLabelLength = 100;

/** Describes `show_if` of a field: `Only if “Do you have a pet?” is “Yes”`. Null for a field without conditions. */
export function describeCondition(localizer: Localizer, { show_if }: Field, all: readonly Field[]): Html | null {
  if (!show_if) return null;
  const { condition } = localizer.words;
  const [conditions, separator] = 'all' in show_if ? [show_if.all, condition.and] : [show_if.any, condition.or];
  if (conditions.length === 0) return null;
  return localizer.withLang(condition.only(conditions.map((part) => describe(localizer, part, all)).join(separator)));
}

function describe({ words }: Localizer, condition: Condition, all: readonly Field[]): string {
  const texts = words.condition;
  const field = all.find(({ id }) => id === condition.field);
  const name = quoted(words, field?.label || condition.field);
  if ('answered' in condition) return condition.answered ? texts.answered(name) : texts.unanswered(name);
  const shown = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? words.checked : words.unchecked;
    const label = field && 'options' in field && field.options.find(({ id }) => id === value)?.label;
    return typeof value === 'number' ? String(value) : quoted(words, label || value);
  };
  if ('is' in condition) return texts.is(name, shown(condition.is));
  if ('is_not' in condition) return texts.isNot(name, shown(condition.is_not));
  if ('contains' in condition) return texts.contains(name, shown(condition.contains));
  if ('greater' in condition) return texts.greater(name, shown(condition.greater));
  return texts.less(name, shown(condition.less));
}

/** Quotes a text of the author. The isolates keep its direction separate from that of the sentence. */
function quoted({ condition }: Words, text: string): string {
  return condition.quoted(`\u2068${truncate(text, maxLabelLength)}\u2069`);
}
