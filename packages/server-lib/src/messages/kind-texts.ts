import type { Translate } from './translate.js';

/** Creates the texts of polls, quizzes and forms in one language. */
export function createKindWords(t: Translate) {
  const votes = (n: number, figure: string) => t('{n} vote|{n} votes', { n: figure }, n);
  const answers = (n: number, figure: string) => t('{n} answer|{n} answers', { n: figure }, n);
  const ranking = t('Give your favorite place 1, the next one place 2, and so on.');

  return {
    poll: {
      single: t('Choose one.'),
      multiple: (minChoices: number | null, maxChoices: number | null, optionCount: number) => {
        const max = maxChoices !== null && maxChoices < optionCount ? maxChoices : null;
        const min = minChoices !== null && minChoices > 1 ? minChoices : null;
        if (min !== null && max !== null) {
          return min === max
            ? t('Choose {n}.', { n: `${min}` })
            : t('Choose from {min} to {max}.', { min: `${min}`, max: `${max}` });
        }
        if (min !== null) return t('Choose at least {n}.', { n: `${min}` });
        return max === null ? t('Choose as many as you like.') : t('Choose up to {n}.', { n: `${max}` });
      },
      ranked: ranking,
      rating: (min: string, max: string) => t('Rate from {min} to {max}.', { min, max }),
      submit: t('Vote'),
      count: votes,
    },
    quiz: {
      submit: t('Submit answers'),
      count: answers,
      questions: (n: number, figure: string) => t('{n} question|{n} questions', { n: figure }, n),
      start: t('Start quiz'),
      retry: t('Answer again'),
      limit: (time: string) => t('Time limit: {time}', { time }),
      pass: (percentage: string) => t('{percentage} is required to pass.', { percentage }),
      until: (time: string) => t('Submit your answers by {time}', { time }),
      addName: t('Add your name'),
      addNameHelp: t('Optional. The owner of this quiz will see it.'),
      name: t('Your name'),
      email: t('Your email'),
      order: t('Give each a place. 1 comes first.'),
      match: t('Choose the match for each.'),
      several: t('More than one may be correct.'),
      score: (n: string, m: string) => t('{n} of {m} points', { n, m }),
      points: (n: number, figure: string) => t('{n} point|{n} points', { n: figure }, n),
      passed: t('Passed'),
      failed: t('Not passed'),
      right: t('Correct'),
      wrong: t('Incorrect'),
      yours: t('Your answer'),
      solution: t('Correct answer'),
      between: (min: string, max: string) => t('from {min} to {max}', { min, max }),
      or: t(' or '),
      averageScore: t('Average score'),
      correctRate: t('Answered correctly'),
      distribution: t('Scores'),
    },
    form: {
      submit: t('Send'),
      count: answers,
      ranking,
      nps: t('0 means not at all likely, 10 means extremely likely.'),
      lengths: (min: number | null, max: number | null) => {
        if (min !== null && min > 0) {
          return max === null
            ? t('At least {n} characters.', { n: `${min}` })
            : t('From {min} to {max} characters.', { min: `${min}`, max: `${max}` });
        }
        return max === null ? null : t('Up to {n} characters.', { n: `${max}` });
      },
    },

    /** Describes `show_if` of a field, for pages without JavaScript. */
    condition: {
      only: (conditions: string) => t('Only if {conditions}.', { conditions }),
      and: t(', and '),
      or: t(', or '),
      is: (field: string, value: string) => t('{field} is {value}', { field, value }),
      isNot: (field: string, value: string) => t('{field} is not {value}', { field, value }),
      contains: (field: string, value: string) => t('{field} includes {value}', { field, value }),
      greater: (field: string, value: string) => t('{field} is more than {value}', { field, value }),
      less: (field: string, value: string) => t('{field} is less than {value}', { field, value }),
      answered: (field: string) => t('you answered {field}', { field }),
      unanswered: (field: string) => t('you did not answer {field}', { field }),
      quoted: (text: string) => t('“{text}”', { text }),
    },
  };
}
