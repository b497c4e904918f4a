/** The labels of members whose names are not clear to owners, by name. Other labels are derived from the name. */
const labels: Readonly<Record<string, string>> = {
  after: 'After answering',
  allow_change: 'Visitors can change their answer',
  anonymous: 'Answers of users are',
  answer: 'Correct answer',
  case_sensitive: 'Upper and lower case differ',
  collect_email: 'Ask for the email address',
  collect_name: 'Ask for the name',
  draw: 'Questions per attempt',
  feedback: 'Show correct answers',
  help: 'Help text',
  id: 'ID',
  image_url: 'Image URL',
  keep_answers_days: 'Delete answers after days',
  labels: 'Labels of the scale',
  locale: 'Language',
  max: 'Maximum',
  max_answers: 'Maximum number of answers',
  max_attempts: 'Attempts per visitor',
  max_choices: 'Maximum number of choices',
  max_length: 'Maximum length',
  max_votes: 'Maximum number of votes',
  min: 'Minimum',
  min_choices: 'Minimum number of choices',
  min_length: 'Minimum length',
  min_percentage: 'From percentage',
  nps: 'Net promoter score',
  one_per: 'One answer per',
  other: 'Visitors can write their own answer',
  partial: 'Partial credit',
  pass_percentage: 'Passed from percentage',
  penalty: 'Points lost for a wrong answer',
  required: 'An answer is required',
  receipt: 'Send visitors a receipt by email',
  results_order: 'Order of results',
  results_visibility: 'Visitors see the results',
  reveal: 'Visitors see of their attempt',
  show_if: 'Show this field if',
  show_others: 'Visitors see what others wrote',
  shuffle: 'Random order of options',
  shuffle_options: 'Random order of options',
  shuffle_questions: 'Random order of questions',
  site_id: 'Site',
  step: 'Step',
  time_limit_seconds: 'Time limit in seconds',
  url: 'URL',
};

/** The texts of values of choices, by the name of the member. Other texts are derived from the value. */
const valueTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one_per: { browser: 'Browser', ip: 'IP address', ticket: 'Ticket', user: 'Signed-in user of your app' },
  results_visibility: {
    always: 'Always',
    after_answer: 'After answering',
    after_close: 'After the end',
    never: 'Never',
  },
  results_order: { asked: 'As asked', votes: 'Most votes first' },
  reveal: {
    nothing: 'Nothing',
    score: 'The score',
    correctness: 'Which answers are correct',
    answers: 'The correct answers',
  },
  feedback: { end: 'After the attempt', each: 'After each question' },
  layout: { pages: 'Page by page', steps: 'One field at a time' },
  type: {
    single: 'Single choice',
    multiple: 'Multiple choice',
    boolean: 'True or false',
    order: 'Put in order',
    match: 'Match pairs',
    url: 'Website',
    phone: 'Phone number',
    scale: 'Scale from 0 to 10',
    short_text: 'Short text',
    long_text: 'Long text',
    page: 'New page',
    hidden: 'Hidden value',
  },
};

/** Returns the label of a member. */
export function memberLabel(name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : humanize(name);
}

/** Returns the text of a value of a choice. */
export function valueText(name: string, value: string): string {
  const texts = Object.hasOwn(valueTexts, name) ? valueTexts[name] : undefined;
  return texts && Object.hasOwn(texts, value) ? (texts[value] ?? value) : humanize(value);
}

/** Returns a name with spaces and a capital letter: `short_text` is "Short text". */
function humanize(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Members that need no help beside their label. */
const withoutHelp = [
  ...['help', 'max_answers', 'max_choices', 'max_length', 'max_votes', 'min_choices', 'min_length', 'other'],
  ...['placeholder', 'points', 'required', 'results_visibility', 'show_others', 'shuffle', 'shuffle_options'],
  ...['shuffle_questions', 'style', 'image_url'],
];

/** The help for members whose descriptions are for programs. The help says what happens, and what an empty field means. */
const helps: Readonly<Record<string, string>> = {
  allow_change: 'A second answer replaces the first one. Choose “One answer per …” first.',
  closes_at: 'Answers are accepted until this time. Leave empty for no end.',
  collect_email: 'Visitors can leave it empty. They are always asked if they get a receipt.',
  collect_name: 'Visitors can leave it empty.',
  draw: 'Visitors start the quiz, and get this number of questions. Leave empty to ask all questions.',
  explanation: 'Shown together with the correct answer.',
  feedback: 'To show them after each question, visitors must see which answers are correct, or the correct answers.',
  keep_answers_days: 'Results are kept. Leave empty to keep the answers.',
  locale: 'The code of the language, such as en or pt-BR.',
  max_attempts: 'Choose “One answer per …” first. Leave empty for one attempt.',
  nps: 'Asks how likely visitors are to recommend something. Without labels, visitors read what 0 and 10 mean.',
  opens_at: 'Answers are accepted from this time. Leave empty to accept them at once.',
  pass_percentage: 'Leave empty if attempts neither pass nor fail.',
  receipt: 'Visitors who enter their email address get a copy. The service must be able to send emails.',
  results_order: 'The order in which visitors see the options. The options of a matrix keep their order.',
  scale: 'Whole numbers from -100 to 100, at most 100 values.',
  step: 'Counted from the minimum, or from 0.',
  time_limit_seconds: 'Visitors start the quiz, and then have this time. Leave empty for no limit.',
  url: 'Without a message, visitors go to this address after they answer. With a message, it is a link below it.',
};

/** Returns the help for a member: its own text, or its description without the parts that the editor shows anyway. */
export function helpOf(name: string, description: string): string {
  if (withoutHelp.includes(name)) return '';
  if (Object.hasOwn(helps, name)) return helps[name] ?? '';
  return description
    .replace(/ ?Only allowed when `type` is [^.]*\./, '')
    .replace(/^Plain text\.$/, '')
    .replaceAll('`', '');
}
