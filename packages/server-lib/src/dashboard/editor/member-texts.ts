import type { JsonValue } from '../../base/validation/json-value.js';

/** The texts of a member: its label, and help that says what happens and what an empty field means. */
interface MemberText {
  readonly label: string;
  readonly help?: string;
  /** What to do if the member is missing. */
  readonly missing?: string;
  /** What the button says that adds an entry to a list. */
  readonly add?: string;
}

/** The help of texts that can have marks. */
const scoreHelp = '{{quiz.score}} shows the score, and {{quiz.name|you}} the name of the visitor.';
const markdownHelp = 'Markdown works: *emphasis*, **strong**, [links](https://…) and lists.';

/**
 * The texts of all members, by name, or by the name of their group and their name. Descriptions in the schemas are for
 * programs, so a test requires an entry for each member.
 */
const memberTexts: Readonly<Record<string, MemberText>> = {
  after: { label: 'Message and address' },
  'after.message': { label: 'Message', help: markdownHelp },
  'after.url': {
    label: 'Address to go to',
    help: 'Without a message, visitors go there at once. With a message, it is a link below it.',
  },
  allow_change: {
    label: 'Visitors can change their answer',
    help: 'A second answer replaces the first one.',
  },
  anonymous: { label: 'Answers of users are' },
  answer: { label: 'Correct answer' },
  bands: {
    label: 'Texts by result',
    help: 'Visitors read the text for the percentage that they reach.',
    add: 'Add text',
  },
  'bands.message': { label: 'Message', help: `${scoreHelp} ${markdownHelp}` },
  'bands.min_percentage': { label: 'From' },
  'bands.title': { label: 'Title', help: scoreHelp },
  case_sensitive: { label: 'Upper and lower case differ' },
  closes_at: { label: 'Closes at', help: 'Answers are accepted until this time. Leave empty for no end.' },
  collect_email: { label: 'Ask for the email address', help: 'Visitors can leave it empty.' },
  collect_name: { label: 'Ask for the name', help: 'Visitors can leave it empty.' },
  description: { label: 'Description', help: markdownHelp },
  design: { label: 'Design' },
  button: { label: 'Button', help: 'A link below the text. Leave empty for none.' },
  'button.label': { label: 'Text of the button' },
  'button.url': { label: 'Address' },
  draw: { label: 'Questions for each visitor', help: 'Chosen at random. Leave empty to ask all questions.' },
  explanation: { label: 'Explanation', help: `Shown together with the correct answer. ${markdownHelp}` },
  feedback: { label: 'When answers are marked' },
  'endings.outcome': { label: 'Answers with this ending' },
  'endings.text': { label: 'Text' },
  'endings.url': { label: 'Address to go to', help: 'Visitors go there instead of reading the ending.' },
  'endings.when': {
    label: 'Visitors read it if',
    help: 'Without conditions, all who reach no earlier ending read it.',
  },
  fields: { label: 'Fields' },
  help: { label: 'Help text', help: markdownHelp },
  id: { label: 'ID' },
  image_url: { label: 'Address of an image', help: 'The image is loaded from there.' },
  keep_answers_days: {
    label: 'Delete answers after',
    help: 'Results are kept. Leave empty to keep the answers.',
  },
  label: { label: 'Label', missing: 'Enter a label.' },
  labels: { label: 'Words at the ends of the scale' },
  'labels.max': { label: 'Highest value means' },
  'labels.min': { label: 'Lowest value means' },
  languages: { label: 'Languages' },
  layout: { label: 'Show the form' },
  limit: { label: 'Accept at most', help: 'Answers that match the conditions.' },
  locale: {
    label: 'Language',
    help: 'The language of buttons and messages around your texts.',
  },
  max: { label: 'Highest number', help: 'Leave empty for no limit.' },
  max_answers: { label: 'Close after', help: 'Leave empty for no limit.' },
  max_attempts: { label: 'Attempts for each visitor', help: 'Leave empty for one attempt.' },
  max_choices: { label: 'Maximum number of choices', help: 'Leave empty for no limit.' },
  max_length: { label: 'Maximum length', help: 'Leave empty for no limit.' },
  max_votes: {
    label: 'Maximum number of votes',
    help: 'With this many votes, the option is full. Leave empty for no limit.',
  },
  min: { label: 'Lowest number', help: 'Leave empty for no limit.' },
  min_choices: { label: 'Minimum number of choices', help: 'Leave empty for one.' },
  min_length: { label: 'Minimum length', help: 'Leave empty for no limit.' },
  next: { label: 'Jumps' },
  'next.to': { label: 'Go to' },
  'next.when': { label: 'If', help: 'Without conditions, visitors always jump.' },
  nps: {
    label: 'Net promoter score',
    help: 'For “How likely are you to recommend us?”. Visitors read that 0 means not at all likely and 10 extremely likely, and results show the score.',
  },
  one_per: {
    label: 'Answers per person',
    help: 'With “Any number”, everyone can answer again.',
  },
  opens_at: { label: 'Opens at', help: 'Answers are accepted from this time. Leave empty to accept them at once.' },
  options: { label: 'Options', add: 'Add option' },
  'options.label': { label: 'Label', missing: 'Enter a text, or remove the option.' },
  'options.max_answers': { label: 'Full after', help: 'Leave empty for no limit.' },
  'options.show_if': { label: 'Show this option if', help: 'Without conditions, the option always shows.' },
  other: { label: 'Visitors can write their own answer' },
  partial: { label: 'Points for partly correct answers' },
  pass_percentage: { label: 'Pass mark', help: 'Leave empty if visitors neither pass nor fail.' },
  penalty: { label: 'Points lost for a wrong answer' },
  placeholder: { label: 'Example in the empty field' },
  points: { label: 'Points' },
  prompt: { label: 'Question', missing: 'Enter a question.' },
  questions: { label: 'Questions' },
  'quotas.ending': { label: 'When it is full, visitors read' },
  'quotas.when': { label: 'Count answers if', help: 'Without conditions, all answers count.' },
  receipt: {
    label: 'Send visitors a receipt by email',
    help: 'Visitors are asked for their email address. Those who enter it get a copy.',
  },
  require_if: {
    label: 'Require an answer if',
    help: 'Without conditions, only the box above says whether an answer is required.',
  },
  required: { label: 'An answer is required' },
  results_order: { label: 'Order of results', help: 'The options of a matrix keep their order.' },
  results_visibility: { label: 'Visitors see the results of everyone' },
  reveal: { label: 'After the quiz, visitors see' },
  rows: { label: 'Rows', add: 'Add row' },
  'rows.max_answers': { label: 'Full after', help: 'Leave empty for no limit.' },
  'rows.show_if': { label: 'Show this row if', help: 'Without conditions, the row always shows.' },
  'rules.when': { label: 'If', help: 'Without conditions, the rule always applies.' },
  scale: { label: 'Scale', help: 'Whole numbers from -100 to 100, at most 100 values.' },
  score: { label: 'Score', help: 'For variables.' },
  'scale.max': { label: 'Highest value' },
  'scale.min': { label: 'Lowest value' },
  show_if: { label: 'Show this field if', help: 'Without conditions, the field always shows.' },
  show_others: { label: 'Visitors see what others wrote' },
  shuffle: { label: 'Random order of options' },
  shuffle_options: { label: 'Random order of options' },
  shuffle_questions: { label: 'Random order of questions' },
  site_id: { label: 'Site', help: 'Only pages of the site can show it.' },
  status: { label: 'Status' },
  step: { label: 'Steps of', help: 'Counted from the lowest number, or from 0. Leave empty for any number.' },
  style: { label: 'Style' },
  targets: { label: 'Matches', add: 'Add match' },
  time_limit_seconds: { label: 'Time limit', help: 'Counted from the start of the quiz. Leave empty for no limit.' },
  title: { label: 'Title', missing: 'Enter a title.' },
  to: { label: 'Go to' },
  translations: { label: 'Translation' },
  type: { label: 'Type' },
  value: { label: 'Starts with' },
  video_url: { label: 'Address of a video file', help: 'The video is loaded from there when visitors click it.' },
  welcome: { label: 'Welcome page', help: 'A page before the first field. Leave all empty for none.' },
  'welcome.button': { label: 'Text of the button' },
  'welcome.text': { label: 'Welcome text' },
  'welcome.title': { label: 'Welcome title' },
  when: { label: 'If' },
  words: {
    label: 'Words of buttons and messages',
    help: 'Leave empty for the standard words in the language of your texts.',
  },
  'words.already_answered': { label: 'Message after a second answer' },
  'words.back': { label: 'Button back' },
  'words.closed': { label: 'Message when closed' },
  'words.next': { label: 'Button to the next page' },
  'words.required': { label: 'Mark of required fields' },
  'words.start': { label: 'Button that starts' },
  'words.submit': { label: 'Button that sends the answer' },
  'words.thanks': { label: 'Message after an answer', help: 'Shown if “After answering” has no message.' },
};

/** The unit of a number, and how many of the stored unit it has. */
export interface Unit {
  readonly text: string;
  readonly size: number;
}

const unit = (text: string, size = 1): Unit => ({ text, size });

/** The units of numbers, by the name of the member. */
const units: Readonly<Record<string, Unit>> = {
  draw: unit('questions'),
  limit: unit('answers'),
  keep_answers_days: unit('days'),
  max_answers: unit('answers'),
  max_attempts: unit('attempts'),
  max_length: unit('characters'),
  min_length: unit('characters'),
  min_percentage: unit('%'),
  pass_percentage: unit('%'),
  time_limit_seconds: unit('minutes', 60),
};

/** The texts of values of choices, by the name of the member. Other texts are derived from the value. */
const valueTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one_per: {
    browser: 'One per browser',
    ip: 'One per IP address',
    ticket: 'One per ticket',
    user: 'One per signed-in user of your app',
  },
  results_visibility: {
    always: 'Always',
    after_answer: 'After answering',
    after_close: 'After the end',
    never: 'Never',
  },
  outcome: { completed: 'Count', disqualified: 'Do not count' },
  results_order: { asked: 'As asked', votes: 'Most votes first' },
  reveal: {
    nothing: 'Nothing',
    score: 'The score',
    correctness: 'Which of their answers are correct',
    answers: 'All correct answers',
  },
  feedback: { end: 'At the end', each: 'After each question' },
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
    page: 'Page',
    hidden: 'Hidden value',
  },
};

/** Returns whether a member has texts of its own. */
export const hasTexts = (path: string): boolean => textOf(path) !== undefined;

/** Returns the label of a member. */
export function memberLabel(path: string): string {
  return textOf(path)?.label ?? humanize(nameOf(path));
}

/** Returns the help for a member. Empty if its label says enough. */
export function helpOf(path: string): string {
  return textOf(path)?.help ?? '';
}

/** Returns what an owner has to do if a member is missing. */
export const missingText = (path: string): string | undefined => textOf(path)?.missing;

/** Returns what the button says that adds an entry to a list. */
export const addText = (path: string): string => textOf(path)?.add ?? 'Add';

/** Returns the unit in which owners read and enter a number. */
export function unitOf(path: string): Unit | undefined {
  const name = nameOf(path);
  return Object.hasOwn(units, name) ? units[name] : undefined;
}

/** Returns a number in the unit in which owners read it: a time limit of 90 seconds is 1.5 minutes. */
export function inUnit(value: JsonValue | undefined, unit: Unit | undefined): JsonValue | undefined {
  return typeof value === 'number' && unit && unit.size > 1 ? Math.round((value / unit.size) * 100) / 100 : value;
}

/** Returns the texts of a member by its path, such as `bands.0.title`. The name of its group comes first. */
function textOf(path: string): MemberText | undefined {
  const [group, name = group] = namesIn(path).slice(-2);
  return [`${group}.${name}`, name].flatMap((key = '') => (Object.hasOwn(memberTexts, key) ? memberTexts[key] : []))[0];
}

const nameOf = (path: string): string => namesIn(path).at(-1) ?? path;

const namesIn = (path: string): string[] => path.split('.').filter((part) => !/^\d+$/.test(part));

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
