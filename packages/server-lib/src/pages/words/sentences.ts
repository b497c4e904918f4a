import { faultTeller, faultTexts } from './faults.js';
import type { Tell } from './tell.js';

/** All that pages say to visitors beside what authors wrote. Numbers come in as they are to be written. */
export type Words = ReturnType<typeof sentences>;

/** The sentences of pages, told in one language. */
export function sentences(t: Tell, lang: string) {
  const votes = (n: number, figure: string) => t('{n} vote|{n} votes', { n: figure }, n);
  const answers = (n: number, figure: string) => t('{n} answer|{n} answers', { n: figure }, n);
  const ranking = t('Give your favourite place 1, the next one place 2, and so on.');
  /** After an answer that was not taken, with the reason before it. */
  const uncounted = (why: string) => `${why} ${t('What you sent was not counted.')}`;

  return {
    lang,
    skip: t('Skip to the content'),
    required: t('required'),
    noAnswer: t('No answer'),
    choose: t('Choose…'),
    other: t('Something else'),
    otherPlaceholder: t('Your own answer'),
    yes: t('Yes'),
    no: t('No'),
    ticked: t('ticked'),
    unticked: t('not ticked'),
    full: t('This takes no more answers.'),
    problem: (title: string) => t('Problem: {title}', { title }),
    thanks: t('Thank you. Your answer has been received.'),
    before: t('You have already answered.'),
    gone: t('That answer is no longer here.'),
    change: t('Change your answer'),
    /** What a checker of answers found wrong. */
    fault: faultTeller(t, lang),
    /** Texts of faults for the widget, by code. */
    faultTexts: () => faultTexts(t, lang),

    poll: {
      single: t('Choose one.'),
      multiple: (min: number | null, max: number | null, most: number) => {
        const upTo = max !== null && max < most ? max : null;
        const least = min !== null && min > 1 ? min : null;
        if (least !== null && upTo !== null) {
          return least === upTo
            ? t('Choose {n}.', { n: `${least}` })
            : t('Choose from {min} to {max}.', { min: `${least}`, max: `${upTo}` });
        }
        if (least !== null) return t('Choose at least {n}.', { n: `${least}` });
        return upTo === null ? t('Choose as many as you like.') : t('Choose up to {n}.', { n: `${upTo}` });
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
      start: t('Start the quiz'),
      retry: t('Answer again'),
      limit: (time: string) => t('Time limit: {time}', { time }),
      pass: (percentage: string) => t('{percentage} is a pass.', { percentage }),
      until: (time: string) => t('Send your answers by {time}', { time }),
      sign: t('Put your name to it'),
      signHelp: t('Only if you like. Whoever runs this quiz will see it.'),
      name: t('Your name'),
      email: t('Your e-mail'),
      order: t('Give each its place: 1 comes first.'),
      match: t('Choose what goes with each.'),
      several: t('There may be more than one.'),
      score: (n: string, m: string) => t('{n} of {m} points', { n, m }),
      points: (n: number, figure: string) => t('{n} point|{n} points', { n: figure }, n),
      passed: t('Passed'),
      failed: t('Not passed'),
      right: t('Right'),
      wrong: t('Wrong'),
      yours: t('Your answer'),
      solution: t('Right answer'),
      between: (min: string, max: string) => t('from {min} to {max}', { min, max }),
      or: t(' or '),
      averageScore: t('Average score'),
      correctRate: t('Answered right'),
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

    /** Which answer to an earlier field makes a field count, where no script can hide it meanwhile. */
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
      unanswered: (field: string) => t('you left out {field}', { field }),
      quoted: (text: string) => t('“{text}”', { text }),
    },

    results: {
      title: t('Results'),
      yours: t('Your choice'),
      none: t('No answers yet.'),
      others: t('Other answers'),
      winner: t('Winner'),
      first: (n: number, figure: string) => t('{n} first choice|{n} first choices', { n: figure }, n),
      rounds: t('How it was counted'),
      round: (n: string) => t('Round {n}', { n }),
      option: t('Option'),
      average: t('Average'),
      ranked: (n: string) => t('on average at place {n}', { n }),
      unrated: t('Not rated yet'),
      ofScale: (n: string, m: string) => t('{n} of {m}', { n, m }),
      nps: t('Net promoter score'),
      agreed: t('Agreed'),
      more: t('There is more than fits on this page.'),
      pending: t('The newest votes are not counted yet.'),
      notYet: t('Results are shown once this is closed.'),
    },

    state: {
      draft: t('This is a draft, and only you see it.'),
      draftAdvice: t('Open it to let people answer.'),
      closed: t('This is closed.'),
      opens: (time: string) => t('This opens on {time}.', { time }),
      full: t('This takes no more answers.'),
      overfull: t('There is too much to choose from here for a page without scripts.'),
      needsTicket: t('You need a ticket to answer here.'),
      needsTicketAdvice: t('Open the link that you were given, which holds it, or write the ticket here.'),
      ticket: t('Your ticket'),
    },

    refused: {
      summary: (n: number, figure: string) =>
        t('{n} answer needs another look.|{n} answers need another look.', { n: figure }, n),
      unsent: t('What you wrote'),
      expired: t('What you wrote waited here for a quarter of an hour and is gone now. Please fill in the form again.'),
      optionFull: t('An option you chose has no room left. Please choose again.'),
      already_answered: uncounted(t('You have already answered.')),
      full: uncounted(t('This takes no more answers.')),
      closed: uncounted(t('This is closed.')),
      not_open: uncounted(t('This is not open yet.')),
      too_late: uncounted(t('Time is up.')),
      idempotency_mismatch: t(
        'You have sent this before with other answers. If you mean it as a further answer, send it again.',
      ),
      gone: t('What you sent before was deleted since. If you still want to answer, send it again.'),
      other: t('That did not work. Please send it again.'),
      samePlace: t('Two have the same place. Give each a place of its own.'),
      started: t('The questions have changed or the start is not valid any more. Please start again.'),
    },

    /** Small pages for what has no ask to show. */
    failed: {
      not_found: {
        title: t('There is nothing here any more.'),
        advice: t('The link may be incomplete, or what it led to is gone.'),
      },
      method_not_allowed: { title: t('That could not be read'), advice: t('Open the page again from its link.') },
      forbidden: {
        title: t('That page may not send answers here'),
        advice: t('Open this one at its own address and answer there.'),
      },
      rate_limited: {
        title: t('That was a lot at once'),
        advice: t('Your answer was not counted yet. Wait a little, then send it again.'),
      },
      unavailable: {
        title: t('Just a moment'),
        advice: t('Your answer was not counted yet. Wait a little, then send it again.'),
      },
      too_large: {
        title: t('That is too much at once'),
        advice: t('Go back, shorten what you wrote, and send it again.'),
      },
      unsupported_media_type: { title: t('That could not be read'), advice: t('Open the page again from its link.') },
      malformed: {
        title: t('That could not be read'),
        advice: t('Go back, check what you wrote, and send it again.'),
      },
      internal: {
        title: t('Something went wrong here'),
        advice: t('It is not your doing. Please try again in a while.'),
      },
      sendAgain: t('Send again'),
      wait: (time: string) => t('You can send it again in {time}.', { time }),
    },

    share: {
      title: t('Share'),
      link: t('Link to this page'),
      copy: t('Copy link'),
      copied: t('Copied'),
      qr: t('QR code that leads to this page'),
      madeWith: t('Made with Askwell'),
    },
  };
}
