import type { Translate } from './translate.js';

/** Creates the texts of polls, quizzes and forms in one language, apart from the texts that the widget shares. */
export function createKindWords(t: Translate) {
  const ranking = t('Give your favorite place 1, the next one place 2, and so on.');

  return {
    poll: {
      ranked: ranking,
      submit: t('Vote'),
    },
    quiz: {
      submit: t('Submit answers'),
      check: t('Check answer'),
      start: t('Start quiz'),
      retry: t('Answer again'),
      until: (time: string) => t('Submit your answers by {time}', { time }),
      nameHelp: t('Optional. The owner of this quiz will see it.'),
      name: t('Your name'),
      email: t('Your email'),
      order: t('Give each a place. 1 comes first.'),
    },
    form: {
      submit: t('Send'),
      ranking,
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
