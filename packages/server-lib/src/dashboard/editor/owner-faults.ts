import { describeFault, type FaultCode, type FaultParam, type Issue } from '../../shared/faults/fault.js';
import { memberLabel, valueText } from './member-texts.js';

/** Texts for faults whose API texts contain names of the API. Names in braces are parameters, shown as labels of the editor. */
const ownerTexts: Readonly<Partial<Record<FaultCode, string>>> = {
  not_a_number: 'Enter a number.',
  not_an_integer: 'Enter a whole number.',
  invalid_scale: 'The minimum must be less than the maximum, and the scale can have at most {max} values.',
  invalid_timestamp: 'Enter a date and a time.',
  invalid_locale: 'Enter the code of a language, such as en or pt-BR.',
  invalid_url: 'Enter an address that begins with http:// or https://.',
  needs_pass_percentage: 'Enter “{pass_percentage}” first.',
  needs_type: 'Only possible for: {types}.',
  needs_one_per: 'Choose “{one_per} …” first.',
  needs_user: 'Choose “{one_per}: {user}” first.',
  needs_correctness: 'Under “{reveal}”, choose “{correctness}” or “{answers}” first.',
  needs_other: 'Select “{other}” first.',
  needs_scale: 'Choose a scale that begins at 1 and has {min} to {max} values.',
  not_after: 'Must be later than “{field}”.',
  greater_than: 'Must not be greater than “{field}”.',
  duplicate_band: 'Another text begins at the same percentage.',
  too_many_to_count: 'More than {max} answers are in the period. Choose a shorter period.',
  too_many_to_sort: 'More than {max} answers match. Sort by time, or choose a period.',
  too_many_to_rank: 'Visitors can rank at most {max} options.',
  view_with_results_too_large:
    'Visitors would load more than 1 MB, results included. Use fewer or shorter texts, rows and options, or do not show the results to visitors.',
  key_not_option_id: 'Choose the correct option.',
  key_not_option_ids: 'Choose the correct options.',
  key_unknown_option: 'Choose one of the options.',
  key_unknown_target: 'Choose one of the values to match.',
  key_duplicate_option: 'Choose each option only once.',
  key_without_option: 'Give each option a place.',
  key_without_target: 'Choose a value to match for each option.',
  key_not_texts: 'Enter the correct texts.',
  key_not_number: 'Enter the correct number.',
  key_not_pairs: 'Choose a value to match for each option.',
  needs_row: 'Choose a row or an option.',
  operator_not_allowed: 'Not possible for a field of the type “{type}”.',
};

/** Returns a fault with a text in the words of the editor. */
export function forOwners(issue: Issue): Issue {
  const text = ownerTexts[issue.code];
  // A page may have replaced the text.
  if (text === undefined || issue.message !== describeFault(issue)) return issue;
  return { ...issue, message: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => labelOf(name, issue)) };
}

/** Returns what an owner reads for a name in a text: the value of a parameter, or the label of a setting or of its value. */
function labelOf(name: string, { params }: Issue): string {
  const param = params[name];
  if (name === 'field') return memberLabel(String(param));
  if (name === 'type' || name === 'types') return typeNames(param);
  if (param !== undefined) return String(param);
  if (name === 'user') return valueText('one_per', name);
  return name === 'correctness' || name === 'answers' ? valueText('reveal', name) : memberLabel(name);
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function typeNames(types: FaultParam = []): string {
  return alternatives.format([types].flat().map((type) => valueText('type', String(type))));
}
