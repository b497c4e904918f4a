import { createFaultDescriber, localizedFaultTexts } from './fault-messages.js';
import { createKindWords } from './kind-texts.js';
import type { Translate } from './translate.js';

/** The texts of pages, apart from the texts of authors. Numbers are passed in as formatted texts. */
export type Words = ReturnType<typeof createWords>;

/** Creates the texts of pages in one language. */
export function createWords(t: Translate, lang: string) {
  /** The reason why an answer was not recorded. */
  const uncounted = (why: string) => `${why} ${t('Your answer was not counted.')}`;

  return {
    lang,
    /** Returns a text by its English text. */
    translate: t,
    skip: t('Skip to content'),
    language: t('Language'),
    required: t('required'),
    noAnswer: t('No answer'),
    choose: t('Choose…'),
    other: t('Other'),
    otherPlaceholder: t('Your own answer'),
    isTrue: t('True'),
    isFalse: t('False'),
    checked: t('checked'),
    unchecked: t('not checked'),
    full: t('No more answers are accepted.'),
    problem: (title: string) => t('Problem: {title}', { title }),
    thanks: t('Thank you. Your answer has been received.'),
    alreadyAnswered: t('You have already answered.'),
    answerNotFound: t('This answer was not found.'),
    continue: t('Continue'),
    change: t('Change your answer'),
    /** Describes a fault of an answer. */
    fault: createFaultDescriber(t, lang),
    /** Texts of faults for the widget, by code. */
    faultTexts: () => localizedFaultTexts(t, lang),

    ...createKindWords(t),

    results: {
      title: t('Results'),
      notYet: t('Results are shown once this is closed.'),
    },

    state: {
      closed: t('This is closed.'),
      opens: (time: string) => t('This opens on {time}.', { time }),
      full: t('No more answers are accepted.'),
      overfull: t('This form has too many options to show without JavaScript.'),
      needsTicket: t('You need a ticket to answer.'),
      needsTicketAdvice: t('Open the link you received, which contains the ticket, or enter the ticket here.'),
      ticket: t('Your ticket'),
    },

    /** For asks that only signed-in users of the app can answer. */
    signIn: {
      title: t('Sign in to answer.'),
      link: t('Sign in'),
      advice: t('Sign in to the app first. Then open this page again.'),
      anonymous: t('Your answer is anonymous: your account is not stored with it.'),
      named: t('Your answer is not anonymous: your account is stored with it.'),
    },

    /** The receipt that is sent to a visitor by email. */
    email: {
      subject: (title: string) => t('Your answers: {title}', { title }),
      why: t('You get this email because this address was entered with these answers. If that was not you, ignore it.'),
    },

    preview: {
      title: t('This is a preview. Answers are not recorded.'),
      open: t('Open the draft to accept answers.'),
      link: t('Preview link'),
      linkAdvice: t('Anyone with this link can see this draft for 7 days.'),
    },

    rejected: {
      summary: (n: number, figure: string) => t('Check {n} answer.|Check {n} answers.', { n: figure }, n),
      unsent: t('Your unsent answer'),
      expired: t('Your answers were kept for 15 minutes and have expired. Please fill in the form again.'),
      optionFull: t('An option you chose is full. Please choose again.'),
      sign_in_required: uncounted(t('Sign in to answer.')),
      already_answered: uncounted(t('You have already answered.')),
      full: uncounted(t('No more answers are accepted.')),
      closed: uncounted(t('This is closed.')),
      not_open: uncounted(t('This is not open yet.')),
      too_late: uncounted(t('Time is up.')),
      idempotency_mismatch: t(
        'You have already sent this form with different answers. To send another answer, send it again.',
      ),
      gone: t('Your earlier answer was deleted. To answer again, send it again.'),
      other: t('Something went wrong. Please send it again.'),
      samePlace: t('Two have the same place. Give each a different place.'),
      started: t('The questions have changed or your start has expired. Please start again.'),
    },

    /** Pages for errors without an ask. */
    errors: {
      not_found: {
        title: t('Not found.'),
        advice: t('The link may be incomplete, or the page was deleted.'),
      },
      method_not_allowed: {
        title: t('The request could not be read'),
        advice: t('Open the page again from its link.'),
      },
      forbidden: {
        title: t('Answers from that page are not allowed'),
        advice: t('Open the form at its own address and answer there.'),
      },
      rate_limited: {
        title: t('Too many requests'),
        advice: t('Your answer was not counted. Wait a moment, then send it again.'),
      },
      unavailable: {
        title: t('Temporarily unavailable'),
        advice: t('Your answer was not counted. Wait a moment, then send it again.'),
      },
      too_large: {
        title: t('Your answer is too large'),
        advice: t('Go back, shorten your answer, and send it again.'),
      },
      unsupported_media_type: {
        title: t('The request could not be read'),
        advice: t('Open the page again from its link.'),
      },
      malformed: {
        title: t('The request could not be read'),
        advice: t('Go back, check your answer, and send it again.'),
      },
      internal: {
        title: t('Something went wrong'),
        advice: t('This is not your fault. Please try again later.'),
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
