import { type Html, html } from '../../base/html.js';
import { valueAt } from '../../base/validation/json-path.js';
import { isJsonObject, type JsonObject } from '../../base/validation/json-value.js';
import type { FaultCode, Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { conditionsIn, groupOf, isOpenValue } from './draft-conditions.js';

/** The warnings that do not follow from conditions. */
const ofTexts: readonly FaultCode[] = [
  'unknown_placeholder',
  'later_placeholder',
  'unclosed_placeholder',
  'unused_variable',
];

/** Returns the warnings. While the value of a condition is not entered yet, nothing is known that could follow from the condition. */
export function shownWarnings(draft: JsonObject, warnings: readonly Issue[]): readonly Issue[] {
  const isOpen = warnings.some(({ path, code }) => {
    if (code !== 'never_true' && code !== 'always_true') return false;
    const when = valueAt(draft, path);
    return isJsonObject(when) && conditionsIn(groupOf(when)).some(({ value }) => isOpenValue(value));
  });
  return isOpen ? warnings.filter(({ code }) => ofTexts.includes(code)) : warnings;
}

/** A condition that is never true, so that the field never shows. */
const wholeCondition = /^fields\.\d+\.show_if(\.all\.\d+)*$/;

/** Returns the warnings about a field itself, as sentences. Warnings about its options, rows and jumps are shown with them. */
export function fieldWarnings(warnings: readonly Issue[], index: number): readonly string[] {
  const at = `fields.${index}`;
  const own = warnings.filter(
    ({ path }) => path === at || (path.startsWith(`${at}.`) && !/^fields\.\d+\.(options|rows|next)\./.test(path)),
  );
  const texts = own.map(({ path, code, message }) =>
    code === 'never_true' && wholeCondition.test(path)
      ? 'No answers can make this true, so the field never shows.'
      : message,
  );
  return [...new Set(texts)];
}

/** Returns the warnings about an entry of the tab Logic, as sentences. The rules of a variable are entries of their own. */
export function entryWarnings(warnings: readonly Issue[], at: string): readonly string[] {
  const own = warnings.filter(
    ({ path }) => path === at || (path.startsWith(`${at}.`) && !path.startsWith(`${at}.rules.`)),
  );
  return [...new Set(own.map(({ message }) => message))];
}

/** A warning next to what it is about. */
export function warningText(text: string): Html {
  return html`<p class="fault mild">${icons.alert}<span>${text}</span></p>`;
}
