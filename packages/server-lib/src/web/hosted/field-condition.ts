import type { Html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import { truncate } from '../../base/truncate.js';
import type { Field, Operand, When } from '../../shared/contract/resources.js';
import type { Words } from '../../shared/messages/page-messages.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';

/** Longer labels are truncated. They are on the page in full. */
const maxLabelLength = 100;

type Value = string | number | boolean;

/** A condition that compares the answer to a field with a value. */
interface Comparison {
  readonly field: string;
  readonly operator: 'is' | 'is_not' | 'contains' | 'greater' | 'less' | 'answered';
  readonly value: Value;
}

/** Comparisons of which all or any must be true. */
interface Comparisons {
  readonly list: readonly Comparison[];
  readonly isAny: boolean;
}

/** Returns the condition of a field as a list of comparisons. Null if the field has none, or a condition of another form. */
export function comparisonsOf({ show_if }: Field): Comparisons | null {
  if (!show_if) return null;
  const isAny = 'any' in show_if;
  const parts = 'all' in show_if ? show_if.all : isAny ? show_if.any : [show_if];
  const list = parts.map(comparisonOf).filter((comparison) => comparison !== null);
  return list.length === parts.length ? { list, isAny } : null;
}

function comparisonOf(when: When): Comparison | null {
  if (!('field' in when) || 'row' in when) return null;
  const compare = (operator: Comparison['operator'], value: Operand) =>
    typeof value === 'object' ? null : { field: when.field, operator, value };
  if ('answered' in when) return compare('answered', when.answered);
  if ('is' in when) return compare('is', when.is);
  if ('is_not' in when) return compare('is_not', when.is_not);
  if ('contains' in when) return compare('contains', when.contains);
  if ('greater' in when) return compare('greater', when.greater);
  return 'less' in when ? compare('less', when.less) : null;
}

/** Describes the condition of a field: `Only if “Do you have a pet?” is “Yes”`. Null for a field without comparisons. */
export function describeCondition(localizer: Localizer, field: Field, all: readonly Field[]): Html | null {
  const comparisons = comparisonsOf(field);
  if (!comparisons || comparisons.list.length === 0) return null;
  const { condition } = localizer.words;
  const described = comparisons.list.map((comparison) => describe(localizer.words, comparison, all));
  return localizer.withLang(condition.only(described.join(comparisons.isAny ? condition.or : condition.and)));
}

function describe(words: Words, { field: id, operator, value }: Comparison, all: readonly Field[]): string {
  const texts = words.condition;
  const field = all.find((candidate) => candidate.id === id);
  const name = quoted(words, plainLabel(field?.label ?? '') || id);
  const shown = () => {
    if (typeof value === 'boolean') return value ? words.checked : words.unchecked;
    const label = field && 'options' in field && field.options.find((option) => option.id === value)?.label;
    return typeof value === 'number' ? String(value) : quoted(words, label ? plainLabel(label) : value);
  };
  switch (operator) {
    case 'answered':
      return value === true ? texts.answered(name) : texts.unanswered(name);
    case 'is':
      return texts.is(name, shown());
    case 'is_not':
      return texts.isNot(name, shown());
    case 'contains':
      return texts.contains(name, shown());
    case 'greater':
      return texts.greater(name, shown());
    case 'less':
      return texts.less(name, shown());
  }
}

/** Quotes a text of the author. The isolates keep the direction of the text separate from the direction of the sentence. */
function quoted({ condition }: Words, text: string): string {
  return condition.quoted(`\u2068${truncate(text, maxLabelLength)}\u2069`);
}
