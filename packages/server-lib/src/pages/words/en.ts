/** `1 vote`, `2 votes` */
const counted = (one: string, many: string) => (n: number, figure: string) => `${figure} ${n === 1 ? one : many}`;

const polls = { single: 'Choose one.', multiple: 'Choose as many as you like.' };

export const en = {
  lang: 'en',
  skip: 'Skip to the content',
  required: 'required',
  noAnswer: 'No answer',
  choose: 'Choose…',
  other: 'Another answer',
  otherPlaceholder: 'Write it here',
  true: 'True',
  false: 'False',
  ticked: 'ticked',
  unticked: 'not ticked',
  full: 'No room left',
  problem: 'Problem: ',

  poll: {
    single: polls.single,
    multiple: (min: number | null, max: number | null, most: number) => {
      const upTo = max !== null && max < most ? max : null;
      if (min !== null && min > 1 && upTo !== null)
        return min === upTo ? `Choose ${min}.` : `Choose from ${min} to ${upTo}.`;
      if (min !== null && min > 1) return `Choose at least ${min}.`;
      return upTo === null ? polls.multiple : `Choose up to ${upTo}.`;
    },
    ranked: 'Give your favourite place 1, the next one place 2, and so on.',
    rating: (min: string, max: string) => `Rate from ${min} to ${max}.`,
    submit: 'Cast vote',
    change: 'Change vote',
    changed: 'Change your vote',
    thanks: 'Thank you for your vote.',
    before: 'You have voted here.',
    count: counted('vote', 'votes'),
    gone: 'That vote is no longer here.',
  },
  quiz: {
    submit: 'Submit answers',
    change: 'Submit answers again',
    changed: 'Answer again',
    thanks: 'Your answers are in.',
    before: 'You have taken this quiz.',
    count: counted('attempt', 'attempts'),
    gone: 'That attempt is no longer here.',
    questions: counted('question', 'questions'),
    start: 'Start the quiz',
    again: 'Try again',
    attempts: counted('attempt', 'attempts'),
    limit: (time: string) => `You have ${time} from the moment you start.`,
    minutes: counted('minute', 'minutes'),
    seconds: counted('second', 'seconds'),
    pass: (percentage: string) => `${percentage} is a pass.`,
    until: 'Send your answers by',
    sign: 'Put your name to it',
    signHelp: 'Only if you like. Whoever runs this quiz will see it.',
    name: 'Name',
    email: 'E-mail',
    order: 'Give each its place: 1 comes first.',
    match: 'Choose what goes with each.',
    several: 'There may be more than one.',
    score: (score: string, of: string) => `${score} of ${of} points`,
    points: counted('point', 'points'),
    passed: 'Passed',
    failed: 'Not passed',
    right: 'Right',
    wrong: 'Wrong',
    yours: 'Your answer',
    none: 'none',
    solution: 'Right answer',
    between: (low: string, high: string) => `from ${low} to ${high}`,
    or: ' or ',
    averageScore: 'Average score',
    passRate: 'Passed',
    correctRate: 'Answered right',
    distribution: 'Scores',
  },
  form: {
    submit: 'Send',
    change: 'Send again',
    changed: 'Change what you sent',
    thanks: 'Thank you. What you sent has arrived.',
    before: 'You have sent this form.',
    count: counted('submission', 'submissions'),
    gone: 'What was sent is no longer here.',
    ranking: 'Give your favourite place 1, the next one place 2, and so on.',
    nps: '0 means not at all likely, 10 means extremely likely.',
    lengths: (min: number | null, max: number | null) => {
      if (min !== null && min > 0 && max !== null) return `From ${min} to ${max} characters.`;
      if (min !== null && min > 0) return `At least ${min} characters.`;
      return max === null ? null : `Up to ${max} characters.`;
    },
    answered: counted('answer', 'answers'),
  },

  /** Which answer to an earlier field makes a field count, where no script can hide it meanwhile. */
  condition: {
    all: 'Only if ',
    and: ', and ',
    or: ', or ',
    is: (field: string, value: string) => `${field} is ${value}`,
    isNot: (field: string, value: string) => `${field} is not ${value}`,
    contains: (field: string, value: string) => `${field} includes ${value}`,
    greater: (field: string, value: string) => `${field} is more than ${value}`,
    less: (field: string, value: string) => `${field} is less than ${value}`,
    answered: (field: string) => `you answered ${field}`,
    unanswered: (field: string) => `you left out ${field}`,
  },

  results: {
    title: 'Results',
    yours: 'Your choice',
    none: 'No answers yet.',
    others: 'Other answers',
    winner: 'Winner',
    first: counted('first choice', 'first choices'),
    rounds: 'How it was decided',
    round: (n: string) => `Round ${n}`,
    out: 'Out',
    option: 'Option',
    average: 'Average',
    ranked: (position: string) => `on average at place ${position}`,
    unrated: 'Not rated yet',
    ofScale: (average: string, max: string) => `${average} of ${max}`,
    nps: 'Net promoter score',
    agreed: 'Agreed',
    more: 'There is more than fits on this page.',
    notYet: 'Results are shown once this is closed.',
  },

  state: {
    draft: 'This is a draft, and only you see it.',
    draftAdvice: 'Open it to let people answer.',
    closed: { poll: 'This poll is closed.', quiz: 'This quiz is closed.', form: 'This form is closed.' },
    notOpen: {
      poll: 'This poll is not open yet.',
      quiz: 'This quiz is not open yet.',
      form: 'This form is not open yet.',
    },
    opens: 'It opens on',
    full: 'This takes no more answers.',
    overfull: 'There is too much to choose from here for a page without scripts.',
    needsTicket: 'You need a ticket to answer here.',
    needsTicketAdvice: 'Open the link that you were given, which holds it, or write the ticket here.',
    ticket: 'Ticket',
  },

  refused: {
    summaryOne: 'One thing needs another look',
    summaryMany: 'Some things need another look',
    unsent: 'What you wrote',
    expired: 'What you wrote waited here for a quarter of an hour and is gone now. Please fill in the form again.',
    already_answered: 'You have already answered here, so this was not counted.',
    full: 'This takes no more answers, so yours was not counted.',
    optionFull: 'An option you chose has no room left. Please choose again.',
    closed: 'This closed before your answer came, so it was not counted.',
    not_open: 'This was not open yet when your answer came, so it was not counted.',
    too_late: 'The time was over when your answers came, so they were not counted.',
    idempotency_mismatch:
      'You have sent this before with other answers. If you mean it as a further answer, send it again.',
    gone: 'What you sent before was deleted since. If you still want to answer, send it again.',
    other: 'That did not work. Please send it again.',
    samePlace: 'Two have the same place. Give each a place of its own.',
    started: 'The questions have changed or the start is not valid any more. Please start again.',
  },

  /** Small pages for what has no ask to show. */
  failed: {
    not_found: { title: 'There is nothing here', advice: 'The link may be incomplete, or what it led to is gone.' },
    method_not_allowed: { title: 'That is not how this page works', advice: 'Open the page again from its link.' },
    forbidden: {
      title: 'That page may not send answers here',
      advice: 'Open this one at its own address and answer there.',
    },
    rate_limited: {
      title: 'That was a lot at once',
      advice: 'Your answer was not counted yet. Wait a little, then send it again.',
    },
    unavailable: {
      title: 'Just a moment',
      advice: 'Your answer was not counted yet. Wait a few seconds, then send it again.',
    },
    too_large: { title: 'That is too much at once', advice: 'Go back, shorten what you wrote, and send it again.' },
    unsupported_media_type: {
      title: 'That could not be read',
      advice: 'Open the page again from its link, and send it from there.',
    },
    malformed: { title: 'That could not be read', advice: 'Go back, check what you wrote, and send it again.' },
    internal: { title: 'Something went wrong here', advice: 'It is not your doing. Please try again in a while.' },
    sendAgain: 'Send again',
    wait: (seconds: number, figure: string) =>
      `You can send it again in ${figure} ${seconds === 1 ? 'second' : 'seconds'}.`,
  },

  share: {
    title: 'Share',
    link: 'Link to this page',
    copy: 'Copy link',
    copied: 'Copied',
    qr: 'QR code that leads to this page',
    madeWith: 'Made with Askwell',
  },

  /** What the checks say, in words for those who answer. */
  faults: {
    'Is required.': 'Needs an answer.',
    'Is not one of the options.': 'Choose one of the options.',
    'Must be an object of ids by id.': 'Choose for each.',
    'Must be a list of ids.': 'Choose from the options.',
    'Must be true or false.': 'Choose one of the two.',
    'Is not a ticket of this one.': 'This ticket is not one for here. Check that nothing is missing from it.',
  } as Readonly<Record<string, string>>,
};
