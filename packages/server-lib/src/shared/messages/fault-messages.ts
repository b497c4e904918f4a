import { describeFault, type Fault, isVisitorFault, type VisitorFaultCode } from '../faults/fault.js';
import type { Translate } from './translate.js';

/** Returns the text of a fault. */
type FaultText = (t: Translate, params: (name: string) => string) => string;

const needsAnswer: FaultText = (t) => t('An answer is required.');
const chooseOption: FaultText = (t) => t('Choose one of the options.');
const chooseOne: FaultText = (t) => t('Choose only one option.');
const answerRows: FaultText = (t) => t('Answer every row.');
const atLeast: FaultText = (t, param) => t('At least {n}.', { n: param('min') });
const atMost: FaultText = (t, param) => t('At most {n}.', { n: param('max') });
const between: FaultText = (t, param) => t('Choose from {min} to {max}.', { min: param('min'), max: param('max') });
const startAgain: FaultText = (t) => t('The questions have changed or your start has expired. Please start again.');
const general = (t: Translate) => t('This value is not valid. Please check it.');

const byCode: Readonly<Record<VisitorFaultCode, FaultText>> = {
  required: needsAnswer,
  nothing_rated: needsAnswer,
  nothing_chosen: chooseOption,
  unknown_option: chooseOption,
  not_a_boolean: chooseOption,
  not_a_list_of_ids: chooseOption,
  choose_one: chooseOne,
  one_write_in: chooseOne,
  not_answers_by_id: answerRows,
  chosen_twice: chooseOption,
  too_few_chosen: atLeast,
  too_many_chosen: atMost,
  too_few_ranked: atLeast,
  too_many_ranked: atMost,
  too_small: atLeast,
  too_large: atMost,
  out_of_range: between,
  off_scale: between,
  too_short: (t, param) => t('At least {n} characters.', { n: param('min') }),
  too_long: (t, param) => t('Up to {n} characters.', { n: param('max') }),
  not_a_number: (t) => t('Enter a number.'),
  off_step: (t, param) => t('Only in steps of {step}.', { step: param('step') }),
  off_step_from: (t, param) => t('Only in steps of {step} from {min}.', { step: param('step'), min: param('min') }),
  invalid_email: (t) => t('Enter an email address like name@example.com.'),
  invalid_url: (t) => t('Enter a web address like https://example.com.'),
  url_with_credentials: (t) => t('Enter a web address without a user name and a password.'),
  invalid_phone: (t) => t('Enter a phone number like +44 20 7946 0958.'),
  invalid_date: (t) => t('Enter a date like 2026-01-31.'),
  invalid_time_of_day: (t) => t('Enter a time like 09:05.'),
  invalid_ticket: (t) => t('This ticket is not valid here. Check that it is complete.'),
  start_required: startAgain,
  invalid_start: startAgain,
  outdated_start: startAgain,
};

/** Returns a function that describes faults to visitors in the language of `t`. */
export function createFaultDescriber(t: Translate, lang: string): (fault: Fault) => string {
  return (fault) => {
    const { code, params } = fault;
    if (isVisitorFault(code)) return byCode[code](t, (name) => String(params[name] ?? ''));
    return lang === 'en' ? describeFault(fault) : general(t);
  };
}

/**
 * Returns the texts that the widget shows, by code: the texts of the faults that visitors can cause, with their
 * parameters in braces, and the texts of errors without faults, as `error.forbidden`. `other` is for all other codes.
 * English has no `other`: the widget shows the texts of the API instead.
 */
export function localizedFaultTexts(t: Translate, lang: string): Readonly<Record<string, string>> {
  const faults = Object.entries(byCode).map(([code, textFor]) => [code, textFor(t, (name) => `{${name}}`)]);
  const wait = t('Your answer was not counted. Wait a moment, then send it again.');
  return {
    ...Object.fromEntries(faults),
    'error.forbidden': t('Open the form at its own address and answer there.'),
    'error.too_large': t('Go back, shorten your answer, and send it again.'),
    'error.rate_limited': wait,
    'error.unavailable': wait,
    'error.internal': t('Something went wrong. Please send it again.'),
    'error.offline': t('This could not be loaded.'),
    'error.unexpected_response': t('This could not be loaded.'),
    ...(lang === 'en' ? {} : { other: general(t) }),
  };
}
