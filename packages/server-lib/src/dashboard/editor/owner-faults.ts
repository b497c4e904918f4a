import { describeFault, type FaultCode, type FaultParam, type Issue } from '../../shared/faults/fault.js';
import { inUnit, memberLabel, missingText, unitOf, valueText } from './member-texts.js';

/** Texts for faults whose API texts contain names of the API. Names in braces are parameters, shown as labels of the editor. */
const ownerTexts: Readonly<Partial<Record<FaultCode, string>>> = {
  not_a_number: 'Enter a number.',
  not_a_boolean: 'Choose one of the two.',
  off_scale: 'Enter a whole number from {min} to {max}.',
  invalid_value: 'Cannot be used. Choose or enter something else.',
  not_one_of: 'Choose one of the offered values.',
  one_field_of: 'Must say exactly one thing. Correct it in Code.',
  not_a_string: 'Enter a text.',
  not_an_array: 'Must be a list. Correct it in Code.',
  not_an_object: 'Must be a group. Correct it in Code.',
  not_a_scalar: 'Enter a text or a number.',
  not_an_operand: 'Choose what to compare with.',
  needs_true: 'Confirm that all answers are deleted.',
  invalid_characters: 'Contains characters that are not allowed. Enter the text again.',
  invalid_id:
    'Has an identifier with other characters than a to z, 0 to 9, hyphens and underscores. Correct it in Code.',
  reserved_id: 'The identifier “{id}” has another meaning. Correct it in Code.',
  duplicate_id: 'Two entries have the same identifier, “{id}”. Correct it in Code.',
  invalid_site_id: 'Choose a site.',
  unknown_field_type: 'Choose a type of field.',
  invalid_key_type: 'Choose the correct answer.',
  invalid_filter: 'Choose a column, a comparison and a value.',
  needs_json_format: 'Only possible in a file for programs.',
  more_than_options: 'Must be at most {max}, the number of options.',
  more_than_questions: 'Must be at most {max}, the number of questions.',
  condition_on_later_field: 'Choose a field that comes earlier.',
  condition_on_unknown_field: 'Choose a field. This one was removed.',
  condition_on_silent_field: 'Choose a field that visitors answer.',
  required_not_allowed: 'Visitors cannot answer this, so clear “{required}”.',
  image_host_not_allowed: 'Choose an image on one of these hosts: {hosts}.',
  not_an_integer: 'Enter a whole number.',
  invalid_scale: 'The lowest value must be less than the highest one, and the scale can have at most {max} values.',
  invalid_timestamp: 'Enter a date and a time.',
  invalid_locale: 'Choose a language.',
  too_short: 'Use at least {min} characters.',
  too_long: 'Use at most {max} characters.',
  wrong_length: 'Use {min} to {max} characters.',
  invalid_email: 'Enter an email address like name@example.com.',
  invalid_origin: 'Enter only the beginning of an address, such as https://example.com.',
  url_with_credentials: 'Leave out the user name and the password.',
  invalid_url: 'Enter an address that begins with http:// or https://.',
  needs_pass_percentage: 'Enter “{pass_percentage}” first.',
  needs_type: 'Only possible for: {types}.',
  needs_one_per: 'Limit “{one_per}” first.',
  needs_user: 'Under “{one_per}”, choose “{user}” first.',
  needs_correctness: 'Under “{reveal}”, choose “{correctness}” or “{answers}” first.',
  needs_other: 'Select “{other}” first.',
  needs_scale: 'Choose a scale that begins at 1 and has {min} to {max} values.',
  not_after: 'Must be later than “{field}”.',
  greater_than: 'Must not be greater than “{field}”.',
  first_language_translated:
    'The translation into “{language}” would be lost. Keep the first language, or delete this translation first.',
  duplicate_band: 'Another text begins at the same percentage.',
  too_many_to_count: 'More than {max} answers are in the period. Choose a shorter period.',
  no_countable_question: 'There is no question that can be counted here.',
  too_many_to_sort: 'More than {max} answers match. Sort by time, or choose a period.',
  too_many_to_rank: 'Visitors can rank at most {max} options.',
  view_with_results_too_large:
    'Visitors would load more than 1 MB, results included. Use fewer or shorter texts, rows and options, or do not show the results to visitors.',
  key_not_option_id: 'Choose the correct option.',
  key_not_option_ids: 'Choose the correct options.',
  key_unknown_option: 'Choose one of the options.',
  unknown_target: 'Choose a later page, an ending, or the end of the form.',
  key_unknown_target: 'Choose one of the values to match.',
  key_duplicate_option: 'Choose each option only once.',
  key_without_option: 'Give each option a place.',
  key_without_target: 'Choose a value to match for each option.',
  key_not_texts: 'Enter the correct texts.',
  key_not_number: 'Enter the correct number.',
  key_not_pairs: 'Choose a value to match for each option.',
  needs_row: 'Choose a row or an option.',
  never_true: 'No answers fulfil this condition.',
  always_true: 'All answers fulfil this condition.',
  unreachable_rule: 'Has no effect, because a jump above it always applies.',
  required_never_shown: 'Has no effect, because visitors never see the field.',
  unused_variable: 'No condition, rule or text uses it. It is only saved with the answers.',
  unknown_placeholder: 'No field or variable is called “{name}”, so visitors see the name and the braces.',
  invalid_formula:
    'Visitors see the formula “{formula}” as you typed it, because it has a mistake or a command that cannot be shown.',
  formula_too_long: 'Visitors see the formula “{formula}” as you typed it, because it is too long.',
  too_many_formulas:
    'Visitors may see the formula “{formula}” as you typed it, because the quiz has more than {max} formulas, or very long ones.',
  operator_not_allowed: 'Not possible for a field of the type “{type}”.',
};

/** Returns a fault with a text in the words of the editor. */
export function forOwners(issue: Issue): Issue {
  // A page may have replaced the text.
  if (issue.message !== describeFault(issue)) return issue;
  const text = ownerTexts[issue.code] ?? (issue.code === 'required' ? missingText(issue.path) : withUnit(issue));
  return text === undefined
    ? issue
    : { ...issue, message: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => labelOf(name, issue)) };
}

/** Returns the text for a number outside its limits, in the unit in which owners enter it. */
function withUnit({ code, path }: Issue): string | undefined {
  const unit = unitOf(path)?.text;
  if (unit === undefined) return undefined;
  if (code === 'too_small') return `Must be {min} ${unit} or more.`;
  if (code === 'too_large') return `Must be {max} ${unit} or less.`;
  return code === 'not_positive' ? 'Must be more than 0.' : undefined;
}

/** Returns what an owner reads for a name in a text: the value of a parameter, or the label of a setting or of its value. */
function labelOf(name: string, { path, params }: Issue): string {
  const param = params[name];
  if (name === 'field') return memberLabel(String(param));
  if (name === 'type' || name === 'types') return typeNames(param);
  if (Array.isArray(param)) return alternatives.format(param);
  if (typeof param === 'number') return String(inUnit(param, unitOf(path)));
  if (param !== undefined) return param;
  if (name === 'user') return valueText('one_per', name);
  return name === 'correctness' || name === 'answers' ? valueText('reveal', name) : memberLabel(name);
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function typeNames(types: FaultParam = []): string {
  return alternatives.format([types].flat().map((type) => valueText('type', String(type))));
}
