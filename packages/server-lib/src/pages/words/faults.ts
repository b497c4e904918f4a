import type { Tell } from './tell.js';

/** What it is that a checker says, and how visitors are told. */
type Saying = readonly [said: RegExp, tell: (t: Tell, first: string, second: string) => string];

const choose: Saying[1] = (t) => t('Choose one of the options.');
const atLeast: Saying[1] = (t, n) => t('At least {n}.', { n });
const atMost: Saying[1] = (t, n) => t('At most {n}.', { n });

/** The checkers speak to developers. What visitors can do wrong in a form is said here in words for them. */
const sayings: readonly Saying[] = [
  [/^(Is required|Rate at least one option)\./, (t) => t('This needs an answer.')],
  [/^(Is not one of the options|Must be a list of ids|Must be true or false|Choose an option)\.$/, choose],
  [/^(Choose|Give) one (option|answer of your own) only\.$/, (t) => t('Choose one option only.')],
  [/^Must be an object of (ids|ratings) by /, (t) => t('Answer every row.')],
  [/^(?:Choose|Rank) at least (\d+)\.$/, atLeast],
  [/^(?:Choose|Rank) at most (\d+)\.$/, atMost],
  [/^Must be (\S+) or more\.$/, atLeast],
  [/^Must be (\S+) or less\.$/, atMost],
  [/^Needs at least (\d+) characters\.$/, (t, n) => t('At least {n} characters.', { n })],
  [/^Takes at most (\d+) characters\.$/, (t, n) => t('Up to {n} characters.', { n })],
  [/^Must be a number\.$/, (t) => t('Enter a number.')],
  [/^Must be a whole number from (\S+) to (\S+)\.$/, (t, min, max) => t('Choose from {min} to {max}.', { min, max })],
  [/^Must be in steps of (\S+?)\.$/, (t, step) => t('Only in steps of {step}.', { step })],
  [
    /^Must be in steps of (\S+) from (\S+)\.$/,
    (t, step, min) => t('Only in steps of {step} from {min}.', { step, min }),
  ],
  [/^Must be an e-mail address/, (t) => t('Enter an e-mail address like name@example.com.')],
  [/^Must be a URL/, (t) => t('Enter a web address like https://example.com.')],
  [/^Must be a phone number/, (t) => t('Enter a phone number like +44 20 7946 0958.')],
  [/^Must be a date/, (t) => t('Enter a date like 2026-01-31.')],
  [/^Must be a time of day/, (t) => t('Enter a time like 09:05.')],
  [/^Is not a ticket/, (t) => t('This ticket is not one for here. Check that nothing is missing from it.')],
];

/** Tells visitors what a checker said. What no page can bring about is told as it is in English, and as little elsewhere. */
export function faultTeller(t: Tell, lang: string): (said: string) => string {
  return (said) => {
    for (const [pattern, tell] of sayings) {
      const [found, first = '', second = ''] = pattern.exec(said) ?? [];
      if (found !== undefined) return tell(t, first, second);
    }
    return lang === 'en' ? said : t('This does not fit here. Please check it.');
  };
}
