// Generated from the schemas by `npm run generate`. Do not edit.

/** The account of an owner. */
export interface Account {
  id: number;
  name: string;
  /** Empty if the account has no email. */
  email: string;
  /** By ascending `id`. A key that is scoped to a site only sees the keys of that site. */
  api_keys: ApiKey[];
  created_at: Timestamp;
}

/** What visitors see after they answer. */
export interface After {
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. */
  message: string | null;
  /** HTTP or HTTPS URL. Without a message, visitors go there after they answer. With a message, it is a link below it. */
  url: string | null;
}

/** What visitors see after they answer. */
export interface AfterDraft {
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. Default: `null`. */
  message?: string | null | undefined;
  /**
   * HTTP or HTTPS URL. Without a message, visitors go there after they answer. With a message, it is a link below it.
   * Default: `null`.
   */
  url?: string | null | undefined;
}

/** The tags and the note of an answer. Absent members keep their values. */
export interface AnswerChanges {
  /** Replaces all tags. At most 20, without commas. Of tags that differ only in case, the first is kept. */
  tags?: string[] | undefined;
  /** Plain text. Null removes the note. */
  note?: string | null | undefined;
}

/** The members of votes, attempts and submissions that their owners see. */
export interface AnswerHead {
  id: string;
  /** The same for all answers of one visitor to one ask. Null if the visitor was not recognized. */
  voter_ref: string | null;
  /** Your app’s own ID of the user who gave the answer. Null with `anonymous: true`. */
  respondent: string | null;
  /** The language in which the visitor was asked, such as `de` or `pt-BR`. Null if it is unknown. */
  language: string | null;
  created_at: Timestamp;
  /** When the visitor changed the answer, or it was graded again. Equals `created_at` if neither happened. */
  updated_at: Timestamp;
  /** Your tags. Absent in events of changes and webhooks. */
  tags?: string[];
  /** Your note. Empty if there is none. Absent in events of changes and webhooks. */
  note?: string;
}

/** Texts, contacts, dates and hidden values are only counted. */
export interface AnsweredSummary extends SummaryHead {
  type: 'short_text' | 'long_text' | 'email' | 'url' | 'phone' | 'date' | 'time' | 'hidden';
}

/** An API key. The key itself is only shown when it is created. */
export interface ApiKey {
  id: number;
  /** The site or integration that uses the key. */
  name: string;
  description: string | null;
  /** The prefix, the first and the last characters of the key: `ask_4Tzk••••••q0Wd`. */
  masked_key: string;
  /** Null if the key was never used. */
  last_used_at: Timestamp | null;
  created_at: Timestamp;
}

/** The members of polls, quizzes and forms that their owners see. */
export interface Ask extends AskHead {
  /** The site of the ask. The default for a site key is its own site, the only one in which it can create asks. */
  site_id: number | null;
  /** Maximum number of answers. */
  max_answers: number | null;
  /** Answers are deleted after this number of days. Results are kept. */
  keep_answers_days: number | null;
  /** Number of answers, including disqualified ones. */
  answers_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Increases when the definition changes, but not when answers arrive. Also the `ETag`. */
  version: number;
  /** The texts in the other `languages`, by language. Visitors see texts without a translation in the first language. */
  translations: Record<string, AskTranslation>;
}

/** The members of polls, quizzes and forms that can be set when they are created or changed. */
export interface AskDraft {
  /** Plain text. */
  title: string;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. Default: `null`. */
  description?: string | null | undefined;
  /**
   * The site of the ask. The default for a site key is its own site, the only one in which it can create asks. Default:
   * `null`.
   */
  site_id?: number | null | undefined;
  /** Default: `"open"`. */
  status?: AskStatus | undefined;
  /** Answers are accepted from this time. Default: `null`. */
  opens_at?: string | null | undefined;
  /** Answers are accepted until this time. Must be later than `opens_at`. Default: `null`. */
  closes_at?: string | null | undefined;
  /** Maximum number of answers. Default: `null`. */
  max_answers?: number | null | undefined;
  /** Answers are deleted after this number of days. Results are kept. Default: `null`. */
  keep_answers_days?: number | null | undefined;
  /** How the server recognizes a visitor who answers again. */
  one_per?: OnePer | null | undefined;
  /** A second answer replaces the first one. Requires `one_per`. Default: `false`. */
  allow_change?: boolean | undefined;
  /**
   * Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors
   * see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers. Default: `true`.
   */
  anonymous?: boolean | undefined;
  results_visibility?: ResultsVisibility | undefined;
  /** The message that visitors see after they answer, and the URL to which they go. Default: `null`. */
  after?: AfterDraft | null | undefined;
  /** Texts of buttons and messages that replace the standard ones. Default: `null`. */
  words?: AskWordsDraft | null | undefined;
  /** How the ask looks: its color, font, corners and density. Default: `null`. */
  design?: DesignDraft | null | undefined;
  /**
   * The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the
   * language in which they see the ask. Default: `null`.
   */
  locale?: string | null | undefined;
  /**
   * The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this
   * definition, and `translations` has the texts in the others. Empty: the ask has one language. Default: `[]`.
   */
  languages?: string[] | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, AskTranslation> | undefined;
}

/** The members of polls, quizzes and forms that visitors and owners see. */
export interface AskHead {
  id: string;
  /** Plain text. */
  title: string;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. */
  description: string | null;
  status: AskStatus;
  /** Answers are accepted from this time. */
  opens_at: Timestamp | null;
  /** Answers are accepted until this time. Must be later than `opens_at`. */
  closes_at: Timestamp | null;
  /** True if an answer would be accepted now. */
  accepting: boolean;
  /** How the server recognizes a visitor who answers again. */
  one_per: OnePer | null;
  /** A second answer replaces the first one. Requires `one_per`. */
  allow_change: boolean;
  /**
   * Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors
   * see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers.
   */
  anonymous: boolean;
  results_visibility: ResultsVisibility;
  /** The message that visitors see after they answer, and the URL to which they go. */
  after: After | null;
  /** Texts of buttons and messages that replace the standard ones. */
  words: AskWords | null;
  /** How the ask looks: its color, font, corners and density. */
  design: Design | null;
  /**
   * The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the
   * language in which they see the ask.
   */
  locale: string | null;
  /**
   * The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this
   * definition, and `translations` has the texts in the others. Empty: the ask has one language.
   */
  languages: string[];
}

/** Visitors cannot see drafts. The server never changes the status. */
export type AskStatus = 'draft' | 'open' | 'closed';

/** The texts of a poll, quiz or form in another language. */
export interface AskTranslation {
  title?: string | undefined;
  description?: string | undefined;
  after?:
    | {
        message?: string | undefined;
      }
    | undefined;
}

/** Texts of buttons and messages that replace the standard ones. Null: the standard text. */
export interface AskWords {
  /** The button that sends an answer. */
  submit: string | null;
  /** The button to the next page or question. */
  next: string | null;
  /** The button to the page or question before. */
  back: string | null;
  /** The button that starts a quiz. */
  start: string | null;
  /** The mark after the label of a required field. */
  required: string | null;
  /** What visitors read after they answer, if `after` has no `message`. */
  thanks: string | null;
  /** What visitors read when the ask is closed. */
  closed: string | null;
  /** What visitors read when they have no answer left. */
  already_answered: string | null;
}

/** Texts of buttons and messages that replace the standard ones. */
export interface AskWordsDraft {
  /** The button that sends an answer. Default: `null`. */
  submit?: string | null | undefined;
  /** The button to the next page or question. Default: `null`. */
  next?: string | null | undefined;
  /** The button to the page or question before. Default: `null`. */
  back?: string | null | undefined;
  /** The button that starts a quiz. Default: `null`. */
  start?: string | null | undefined;
  /** The mark after the label of a required field. Default: `null`. */
  required?: string | null | undefined;
  /** What visitors read after they answer, if `after` has no `message`. Default: `null`. */
  thanks?: string | null | undefined;
  /** What visitors read when the ask is closed. Default: `null`. */
  closed?: string | null | undefined;
  /** What visitors read when they have no answer left. Default: `null`. */
  already_answered?: string | null | undefined;
}

/** An attempt as its owner sees it. */
export interface Attempt extends AnswerHead, Score {
  quiz_id: string;
  /** Answers by question ID. */
  answers: Record<string, QuestionAnswer>;
  /** The name of the visitor. */
  name: string | null;
  /** The email address of the visitor. */
  email: string | null;
  questions: GradedQuestion[];
  /** The time when the attempt was last graded. */
  graded_at: Timestamp;
}

/** The body of `POST /api/v1/quizzes/{id}/attempts/batch`. */
export interface AttemptBatch {
  /** Up to 1,000 answers, which are recorded in this order. */
  answers: BatchAttempt[];
  /** Records either all answers or none. Default: `false`. */
  atomic?: boolean | undefined;
  /**
   * Sends receipts by email, if the form or quiz has `receipt`. They count as caused by the sender of the batch.
   * Default: `false`.
   */
  receipts?: boolean | undefined;
}

/** The body of `POST /api/v1/quizzes/{id}/attempts`. */
export interface AttemptDraft extends VisitorDraft {
  /** Answers by question ID. Null means no answer. */
  answers: Record<string, QuestionAnswer | null>;
  /** The name of the visitor. */
  name?: string | undefined;
  /** The email address of the visitor. */
  email?: string | undefined;
  /** The token from the start of the quiz. Required if the quiz has a time limit, a draw or `feedback: "each"`. */
  started?: string | undefined;
}

/** An attempt as its visitor sees it. Members that `reveal` hides are null. */
export interface AttemptReceipt {
  id: string;
  quiz_id: string;
  score: number | null;
  max_score: number | null;
  /** `score` divided by `max_score`, times 100. */
  percentage: number | null;
  /** Null if the quiz has no `pass_percentage`. */
  passed: boolean | null;
  /** The highest band that the attempt reached. */
  band: Band | null;
  questions: RevealedQuestion[];
  /** The message of the quiz for visitors who answered. */
  message: string | null;
  /** The URL to which visitors go after they answer. */
  redirect_url: string | null;
  created_at: Timestamp;
  /**
   * The formulas in the texts of this object, as MathML. The key is a formula as the text has it, with its dollar
   * signs. Absent without formulas. A formula that is invalid or too long is missing.
   */
  formulas?: Record<string, MathElement>;
}

/** The questions and the answers of an attempt, for its visitor. */
export interface AttemptReview {
  questions: PublicQuestion[];
  /** Answers by question ID. */
  answers: Record<string, QuestionAnswer>;
}

/** The average of the answers of a day. */
export interface AverageDay {
  /** The day in UTC. */
  date: string;
  average: number;
  /** The answers of the day to the question. */
  answers: number;
}

/** The averages of the answers to a question: of all answers, and of each day. */
export interface Averages {
  question: QuestionRef;
  /** What the numbers are: averages of the answers, or net promoter scores from -100 to 100. */
  measure: 'average' | 'net_promoter_score';
  /** The average of all these answers. Null without answers. */
  average: number | null;
  /** The answers to the question. */
  answers: number;
  /** The days with answers, in ascending order. */
  days: AverageDay[];
  /** The answers that were read, because they match the filters. */
  matching_answers: number;
  /** Whether older answers were not read, because there are too many. */
  oldest_left_out: boolean;
}

/** Text for visitors who reach this percentage, but not the next band. */
export interface Band {
  min_percentage: number;
  title: string;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. */
  message: string | null;
}

/** Text for visitors who reach this percentage, but not the next band. */
export interface BandDraft {
  min_percentage: number;
  title: string;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. */
  message?: string | null | undefined;
}

/** An attempt in a batch. */
export interface BatchAttempt extends AttemptDraft, BatchMembers {}

/** The members of an answer in a batch, in addition to those that a visitor sends. */
export interface BatchMembers {
  /**
   * Your own ID of the answer, of printable ASCII characters. An answer with the same ID is recorded once within 24
   * hours.
   */
  id?: string | undefined;
  /**
   * When the answer was given: not before the creation of the ask, and not in the future, give or take a second. If
   * absent, now.
   */
  created_at?: string | undefined;
  /** The visitor’s IP address. Required with `one_per: "ip"`. Never stored. */
  address?: string | undefined;
  /** Your app’s own ID of the user who gave the answer. Required with `one_per: "user"`, and only allowed with it. */
  user?: string | undefined;
  /** The language in which the visitor was asked, such as `de` or `pt-BR`. */
  language?: string | undefined;
}

/** A submission in a batch. */
export interface BatchSubmission extends SubmissionDraft, BatchMembers {}

/** A vote in a batch. */
export interface BatchVote extends VoteDraft, BatchMembers {}

/** A question for true or false. */
export interface BooleanQuestion extends QuestionHead {
  type: 'boolean';
  /** The correct answer. */
  answer: boolean;
}

/** The body of `POST /embed/quizzes/{id}/checks`. */
export interface CheckDraft extends VisitorDraft {
  /** The ID of the question. */
  question: string;
  /** The answer. Null means no answer. */
  answer: QuestionAnswer | null;
  /** The token from the start of the quiz. */
  started: string;
}

/** The grade of the first answer to a question. Members that `reveal` hides are null. */
export interface CheckedQuestion extends RevealedQuestion {
  /** The answer that counts: the first one. Null means no answer. */
  given: QuestionAnswer | null;
  /**
   * The formulas in the texts of this object, as MathML. The key is a formula as the text has it, with its dollar
   * signs. Absent without formulas. A formula that is invalid or too long is missing.
   */
  formulas?: Record<string, MathElement>;
}

/** A field for one of the options. */
export interface ChoiceField extends FieldHead {
  type: 'single_choice' | 'dropdown';
  options: FieldOption[];
  /** Visitors can write in their own answer. It counts as one choice. */
  other: boolean;
}

/** A field for one of the options. */
export interface ChoiceFieldDraft extends FieldDraftHead {
  type: 'single_choice' | 'dropdown';
  label: string;
  options: FieldOptionDraft[];
  /** Visitors can write in their own answer. It counts as one choice. Default: `false`. */
  other?: boolean | null | undefined;
}

/** Summary of a choice. */
export interface ChoiceSummary extends SummaryHead {
  type: 'single_choice' | 'dropdown' | 'multiple_choice';
  options: OptionCount[];
  /** The most frequent write-ins. Write-ins that differ only in case and spaces count as one. Empty for visitors. */
  others: WriteInCount[];
}

/** How a condition compares. */
export type Comparison =
  | {
      is: Operand;
    }
  | {
      is_not: Operand;
    }
  | {
      one_of: (string | number | boolean)[];
    }
  | {
      contains: Operand;
    }
  | {
      starts_with: Operand;
    }
  | {
      greater: Operand;
    }
  | {
      at_least: Operand;
    }
  | {
      less: Operand;
    }
  | {
      at_most: Operand;
    }
  | {
      /** The lowest and the highest value. */
      between: [Operand, Operand];
    }
  | {
      before: Operand;
    }
  | {
      after: Operand;
    }
  | {
      answered: boolean;
    };

/** A condition with one subject and one comparison. */
export type Condition = ConditionSubject & Comparison;

/** What a condition is about: an answer, a row of a matrix, a number of choices, or a variable. */
export type ConditionSubject =
  | {
      /** The ID of an earlier field. */
      field: string;
    }
  | {
      /** The ID of an earlier field. */
      field: string;
      /** The ID of a row of the matrix `field`. */
      row: string;
    }
  | {
      /** The ID of an earlier field, whose choices or answered rows count. */
      count: string;
    }
  | {
      /** The ID of a variable. */
      variable: string;
    };

/** Summary of a consent. */
export interface ConsentSummary extends SummaryHead {
  type: 'consent';
  /** Number of visitors who agreed. */
  count: number;
  /** `count` divided by the number of answers. */
  share: number;
}

/** What a copy has in place of the values of the original. */
export interface CopyDraft {
  /** Plain text. Default: the title of the original, followed by " (copy)". */
  title?: string | undefined;
  /** The site of the copy; null for none. Default: the site of the original. A site key can only copy within its site. */
  site_id?: number | null | undefined;
}

/** The answers to two questions, counted against each other. */
export interface CrossTable {
  /** The question whose options are rows. */
  row_question: QuestionRef;
  /** The question whose options are columns. */
  column_question: QuestionRef;
  /** The answers to both questions. One with several options counts to each of them. */
  answers: number;
  columns: CrossTableColumn[];
  rows: CrossTableRow[];
  /** The options without a row of their own, because there are more than 40. */
  grouped_rows: number;
  /** The options without a column of their own, because there are more than 40. */
  grouped_columns: number;
  /** The answers that were read, because they match the filters. */
  matching_answers: number;
  /** Whether older answers were not read, because there are too many. */
  oldest_left_out: boolean;
}

/** An option of the second question. */
export interface CrossTableColumn {
  /** Null: write-ins, and the options that are grouped. */
  id: string | null;
  /** The text of the option. */
  label: string;
  /** The answers to both questions that have the option. */
  answers: number;
}

/** An option of the first question, with its counts. */
export interface CrossTableRow {
  /** Null: write-ins, and the options that are grouped. */
  id: string | null;
  /** The text of the option. */
  label: string;
  /** The answers to both questions that have the option. */
  answers: number;
  /** For each column, the answers that have both options. */
  counts: number[];
}

/** How an ask looks. Members that are null have the value of the site, or the default. */
export interface Design {
  /** The color of buttons, selected options and bars, such as `#0a7d5a`. */
  accent: string | null;
  /** The fonts of texts. They are installed on the device. */
  font: DesignFont | null;
  /** The radius of corners in pixels. */
  radius: number | null;
  /** The space between and inside of controls. */
  density: DesignDensity | null;
}

/** How much space there is between and inside of controls. */
export type DesignDensity = 'compact' | 'comfortable' | 'spacious';

/** How an ask looks. Members that are null have the value of the site, or the default. */
export interface DesignDraft {
  /** The color of buttons, selected options and bars, such as `#0a7d5a`. Default: `null`. */
  accent?: string | null | undefined;
  /** The fonts of texts. They are installed on the device. Default: `null`. */
  font?: DesignFont | null | undefined;
  /** The radius of corners in pixels. Default: `null`. */
  radius?: number | null | undefined;
  /** The space between and inside of controls. Default: `null`. */
  density?: DesignDensity | null | undefined;
}

/** Fonts that are installed on the device. No web fonts are loaded. */
export type DesignFont = 'system' | 'serif' | 'rounded' | 'mono';

/** Number of answers for each value of a scale. */
export type Distribution = ValueCount[];

/** What visitors see after they answer, depending on their answers. */
export interface Ending {
  /**
   * 1 to 40 characters of `a-z`, `0-9`, `_` and `-`, but not `submit`. Differs from the IDs of `page` fields. Generated
   * if absent: `e1`, `e2` …
   */
  id: string;
  /** Visitors reach the first ending whose `when` is true. Null: always. */
  when: When | null;
  /** Plain text. */
  title: string;
  /** Plain text. */
  text: string | null;
  /** A link below the text. */
  button: EndingButton | null;
  /** HTTP or HTTPS URL to which visitors go instead of reading the ending. */
  url: string | null;
  /** Whether submissions with this ending count. */
  outcome: FormOutcome;
}

/** A link at the end of a form. */
export interface EndingButton {
  /** Plain text. */
  label: string;
  /** HTTP or HTTPS URL. */
  url: string;
}

/** A link at the end of a form. */
export interface EndingButtonDraft {
  /** Plain text. */
  label: string;
  /** HTTP or HTTPS URL. */
  url: string;
}

/** How many submissions reached an ending. */
export interface EndingCount {
  id: string;
  title: string;
  outcome: FormOutcome;
  count: number;
}

/** An ending in a request. */
export interface EndingDraft {
  /**
   * 1 to 40 characters of `a-z`, `0-9`, `_` and `-`, but not `submit`. Differs from the IDs of `page` fields. Generated
   * if absent: `e1`, `e2` …
   */
  id?: string | undefined;
  /** Visitors reach the first ending whose `when` is true. Null: always. Default: `null`. */
  when?: When | null | undefined;
  /** Plain text. */
  title: string;
  /** Plain text. Default: `null`. */
  text?: string | null | undefined;
  /** A link below the text. Default: `null`. */
  button?: EndingButtonDraft | null | undefined;
  /** HTTP or HTTPS URL to which visitors go instead of reading the ending. Default: `null`. */
  url?: string | null | undefined;
  /** Whether submissions with this ending count. Default: `"completed"`. */
  outcome?: FormOutcome | undefined;
}

/** When visitors learn which answers are correct: after the attempt, or after each question. */
export type Feedback = 'end' | 'each';

/** A field of a form. Its other members depend on its type. */
export type Field =
  | TextField
  | NumberField
  | ChoiceField
  | MultipleChoiceField
  | RankingField
  | RatingField
  | ScaleField
  | MatrixField
  | PlainField
  | ImageField
  | VideoField
  | SilentField;

/**
 * The answer to a field. Depending on its type: a text, a number, a boolean, the ID of an option or a write-in, an
 * array of them, or an object with the ID of an option for the ID of each row.
 */
export type FieldAnswer = string | number | boolean | WriteIn | (string | WriteIn)[] | Record<string, string>;

/** Answers by field ID. */
export type FieldAnswers = Record<string, FieldAnswer>;

/** A field in a request. Its other members depend on its type. */
export type FieldDraft =
  | TextFieldDraft
  | NumberFieldDraft
  | ChoiceFieldDraft
  | MultipleChoiceFieldDraft
  | RankingFieldDraft
  | RatingFieldDraft
  | ScaleFieldDraft
  | MatrixFieldDraft
  | PlainFieldDraft
  | ImageFieldDraft
  | VideoFieldDraft
  | SilentFieldDraft;

/** The members of all types of fields in requests. */
export interface FieldDraftHead {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `f1`, `f2` … */
  id?: string | undefined;
  /**
   * Text that explains the field. In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists.
   * Default: `null`.
   */
  help?: string | null | undefined;
  /** Text that an empty input shows. Default: `null`. */
  placeholder?: string | null | undefined;
  /** True if visitors must answer the field. Default: `false`. */
  required?: boolean | null | undefined;
  /** The field only shows if this is true. Null: it always shows. Default: `null`. */
  show_if?: When | null | undefined;
  /** Visitors must also answer the field if this is true. Default: `null`. */
  require_if?: When | null | undefined;
}

/** The members of all types of fields. */
export interface FieldHead {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `f1`, `f2` … */
  id: string;
  label: string;
  /** Text that explains the field. In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. */
  help: string | null;
  /** Text that an empty input shows. */
  placeholder: string | null;
  /** True if visitors must answer the field. */
  required: boolean;
  /** The field only shows if this is true. Null: it always shows. */
  show_if: When | null;
  /** Visitors must also answer the field if this is true. */
  require_if?: When;
}

/** An option of a field. */
export interface FieldOption {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `r1` … */
  id: string;
  label: string;
  /** Only shows if this is true. */
  show_if?: When;
  /** What the option adds to the score of its field. Absent: 0. */
  score?: number;
  /** Maximum number of submissions with this option. Only for single choices, dropdowns and multiple choices. */
  max_answers?: number;
  /** Whether `max_answers` is reached. Only for visitors. */
  full?: boolean;
}

/** An option in a request: a label, or an object. */
export type FieldOptionDraft =
  | string
  | {
      /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `r1` … */
      id?: string | undefined;
      label: string;
      /** Only shows if this is true. Default: `null`. */
      show_if?: When | null | undefined;
      /** What the option adds to the score of its field. Default: `null`. */
      score?: number | null | undefined;
      /**
       * Maximum number of submissions with this option. Only for single choices, dropdowns and multiple choices. Default:
       * `null`.
       */
      max_answers?: number | null | undefined;
    };

/** A row of a matrix. */
export interface FieldRow {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `r1` … */
  id: string;
  label: string;
  /** Only shows if this is true. */
  show_if?: When;
}

/** A row in a request: a label, or an object. */
export type FieldRowDraft =
  | string
  | {
      /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `r1` … */
      id?: string | undefined;
      label: string;
      /** Only shows if this is true. Default: `null`. */
      show_if?: When | null | undefined;
    };

/** Summary of the answers to a field. Its members depend on the type of the field. */
export type FieldSummary =
  | AnsweredSummary
  | ChoiceSummary
  | RankingSummary
  | RatingSummary
  | ScaleSummary
  | MatrixSummary
  | NumberSummary
  | ConsentSummary;

/** A form as its owner sees it. */
export interface Form extends Ask {
  /** The texts in the other `languages`, by language. Visitors see texts without a translation in the first language. */
  translations: Record<string, FormTranslation>;
  /** Whether the form shows its pages, or one field at a time. */
  layout: FormLayout;
  /** The fields in the order in which the form shows them. */
  fields: Field[];
  /**
   * The order in which clients show the options of a field in results. The options of a matrix are always shown as
   * asked.
   */
  results_order: ResultsOrder;
  /** A page before the first field. Null: the form starts with its fields. */
  welcome: Welcome | null;
  /** Values that are computed from the answers. */
  variables: Variable[];
  /**
   * What visitors see after they answer: the ending that a page leads to, otherwise the first whose `when` is true,
   * otherwise `after`.
   */
  endings: Ending[];
  /**
   * Whether respondents get a copy of their answers by email, at the address in the first field of the type `email`.
   * Requires that the service sends emails.
   */
  receipt: boolean;
  /** Limits for submissions of a kind. */
  quotas: Quota[];
}

/**
 * The body of `PATCH /api/v1/forms/{id}`. Absent members keep their values, null clears a value, and arrays are
 * replaced: their items are matched by `id`.
 */
export interface FormChanges {
  /** Plain text. */
  title?: string | undefined;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. Default: `null`. */
  description?: string | null | undefined;
  /**
   * The site of the ask. The default for a site key is its own site, the only one in which it can create asks. Default:
   * `null`.
   */
  site_id?: number | null | undefined;
  /** Default: `"open"`. */
  status?: AskStatus | undefined;
  /** Answers are accepted from this time. Default: `null`. */
  opens_at?: string | null | undefined;
  /** Answers are accepted until this time. Must be later than `opens_at`. Default: `null`. */
  closes_at?: string | null | undefined;
  /** Maximum number of answers. Default: `null`. */
  max_answers?: number | null | undefined;
  /** Answers are deleted after this number of days. Results are kept. Default: `null`. */
  keep_answers_days?: number | null | undefined;
  /** How the server recognizes a visitor who answers again. Default: `null`. */
  one_per?: OnePer | null | undefined;
  /** A second answer replaces the first one. Requires `one_per`. Default: `false`. */
  allow_change?: boolean | undefined;
  /**
   * Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors
   * see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers. Default: `true`.
   */
  anonymous?: boolean | undefined;
  /** When visitors can see the results. Default: `"never"`. */
  results_visibility?: ResultsVisibility | undefined;
  /** The message that visitors see after they answer, and the URL to which they go. Default: `null`. */
  after?: AfterDraft | null | undefined;
  /** Texts of buttons and messages that replace the standard ones. Default: `null`. */
  words?: AskWordsDraft | null | undefined;
  /** How the ask looks: its color, font, corners and density. Default: `null`. */
  design?: DesignDraft | null | undefined;
  /**
   * The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the
   * language in which they see the ask. Default: `null`.
   */
  locale?: string | null | undefined;
  /**
   * The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this
   * definition, and `translations` has the texts in the others. Empty: the ask has one language. Default: `[]`.
   */
  languages?: string[] | undefined;
  /** Whether the form shows its pages, or one field at a time. Default: `"pages"`. */
  layout?: FormLayout | undefined;
  /** The fields in the order in which the form shows them. */
  fields?: FieldDraft[] | undefined;
  /**
   * The order in which clients show the options of a field in results. The options of a matrix are always shown as
   * asked. Default: `"asked"`.
   */
  results_order?: ResultsOrder | undefined;
  /**
   * Whether respondents get a copy of their answers by email, at the address in the first field of the type `email`.
   * Requires that the service sends emails. Default: `false`.
   */
  receipt?: boolean | undefined;
  /** A page before the first field. Null: the form starts with its fields. Default: `null`. */
  welcome?: WelcomeDraft | null | undefined;
  /** Values that are computed from the answers. Default: `[]`. */
  variables?: VariableDraft[] | undefined;
  /**
   * What visitors see after they answer: the ending that a page leads to, otherwise the first whose `when` is true,
   * otherwise `after`. Default: `[]`.
   */
  endings?: EndingDraft[] | undefined;
  /** Limits for submissions of a kind. Default: `[]`. */
  quotas?: QuotaDraft[] | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, FormTranslation> | undefined;
}

/** The body of `POST /api/v1/forms`. */
export interface FormDraft extends AskDraft {
  /** Whether the form shows its pages, or one field at a time. Default: `"pages"`. */
  layout?: FormLayout | undefined;
  /** The fields in the order in which the form shows them. */
  fields: FieldDraft[];
  /**
   * The order in which clients show the options of a field in results. The options of a matrix are always shown as
   * asked. Default: `"asked"`.
   */
  results_order?: ResultsOrder | undefined;
  /**
   * Whether respondents get a copy of their answers by email, at the address in the first field of the type `email`.
   * Requires that the service sends emails. Default: `false`.
   */
  receipt?: boolean | undefined;
  /** A page before the first field. Null: the form starts with its fields. Default: `null`. */
  welcome?: WelcomeDraft | null | undefined;
  /** Values that are computed from the answers. Default: `[]`. */
  variables?: VariableDraft[] | undefined;
  /**
   * What visitors see after they answer: the ending that a page leads to, otherwise the first whose `when` is true,
   * otherwise `after`. Default: `[]`.
   */
  endings?: EndingDraft[] | undefined;
  /** Limits for submissions of a kind. Default: `[]`. */
  quotas?: QuotaDraft[] | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, FormTranslation> | undefined;
}

/** How a form is shown. `pages`: page by page, as the fields of type `page` divide it. `steps`: one field at a time. */
export type FormLayout = 'pages' | 'steps';

/** Whether a submission counts. A disqualified submission is listed, but not in results or limits. */
export type FormOutcome = 'completed' | 'disqualified';

/** How many submissions went from a page to another page or to the end. */
export interface FormPathStep {
  /** The ID of the `page` field. Null: the fields before the first one. */
  from: string | null;
  /** The ID of the page or the ending that followed, or `submit` for the end of a form without an ending. */
  to: string;
  submissions: number;
}

/** The paths of submissions through the pages of a form. */
export interface FormPaths {
  form_id: string;
  /** The steps, in the order of the pages, the most frequent one of a page first. */
  steps: FormPathStep[];
  /** The endings that were reached, in the order of the form. */
  endings: ReachedEnding[];
  /** The submissions whose paths are counted, because they match the filters. */
  matching_answers: number;
  /** Whether older submissions were not counted, because there are too many. */
  oldest_left_out: boolean;
}

/** The results of a form. */
export interface FormResults {
  form_id: string;
  status: AskStatus;
  /** Number of submissions, without disqualified ones. */
  submissions_count: number;
  /** Number of disqualified submissions. They do not count in anything else. */
  disqualified_count: number;
  /** A summary of each field that accepts answers. */
  fields: FieldSummary[];
  /** A summary of each variable. Empty for visitors. */
  variables: VariableSummary[];
  /** How many submissions reached each ending. */
  endings: EndingCount[];
  /** Submissions by UTC hour, without empty hours. Visitors see the latest 2,000 hours. */
  timeline: HourCount[];
}

/** The texts of a form in another language. */
export interface FormTranslation extends AskTranslation {
  words?:
    | {
        submit?: string | undefined;
        next?: string | undefined;
        back?: string | undefined;
        start?: string | undefined;
        required?: string | undefined;
        thanks?: string | undefined;
        closed?: string | undefined;
        already_answered?: string | undefined;
      }
    | undefined;
  fields?:
    | Record<
        string,
        {
          help?: string | undefined;
          placeholder?: string | undefined;
          label?: string | undefined;
          options?:
            | Record<
                string,
                {
                  label?: string | undefined;
                }
              >
            | undefined;
          labels?:
            | {
                min?: string | undefined;
                max?: string | undefined;
              }
            | undefined;
          rows?:
            | Record<
                string,
                {
                  label?: string | undefined;
                }
              >
            | undefined;
        }
      >
    | undefined;
  welcome?:
    | {
        title?: string | undefined;
        text?: string | undefined;
        button?: string | undefined;
      }
    | undefined;
  endings?:
    | Record<
        string,
        {
          title?: string | undefined;
          text?: string | undefined;
          button?:
            | {
                label?: string | undefined;
              }
            | undefined;
        }
      >
    | undefined;
}

/** How far visits to an ask got. Visits are counted without identifying visitors. */
export interface Funnel {
  /** The first day with counts, in UTC. Null before the first visit is counted. */
  counted_since: string | null;
  /** The visits that saw the ask. */
  views: number;
  /** The visits that began to answer. */
  starts: number;
  /** The visits that sent an answer. */
  completions: number;
  /** The median time from the start to the answer, up to 10 % too short or too long. Null if it is unknown. */
  median_seconds: number | null;
  /** The questions or fields in their order. Empty for polls. */
  questions: FunnelQuestion[];
}

/** How many visits got to a question or field, and how many stopped there. */
export interface FunnelQuestion {
  /** The ID of the question or field. */
  id: string;
  /** Its text. */
  label: string;
  /** The visits to which it was shown. */
  shown: number;
  /** The visits among them that did not get past it. */
  stopped: number;
}

/** The grade of one answer of an attempt. */
export interface GradedQuestion {
  id: string;
  correct: boolean;
  points: number;
}

/** Number of answers in one hour. */
export interface HourCount {
  /** The start of the hour. */
  at: Timestamp;
  count: number;
}

/**
 * An image, which takes no answer. Its `label` describes the image to visitors who cannot see it, and its `help` is
 * the caption.
 */
export interface ImageField extends FieldHead {
  type: 'image';
  /** HTTP or HTTPS URL of the image, or of the image that a video shows before it plays. Visitors’ browsers load it. */
  image_url: string | null;
}

/**
 * An image, which takes no answer. Its `label` describes the image to visitors who cannot see it, and its `help` is
 * the caption.
 */
export interface ImageFieldDraft extends FieldDraftHead {
  type: 'image';
  label: string;
  /**
   * HTTP or HTTPS URL of the image, or of the image that a video shows before it plays. Visitors’ browsers load it.
   * Default: `null`.
   */
  image_url?: string | null | undefined;
}

/** New tickets. Their codes are shown only once. */
export interface IssuedTickets {
  tickets: string[];
  count: number;
}

/** A question for pairs of options and targets. */
export interface MatchQuestion extends QuestionHead {
  type: 'match';
  /** The ID of the correct target for the ID of each option. */
  answer: Record<string, string>;
}

/** An element of MathML. */
export interface MathElement {
  /** The name of the element, such as `mfrac`. */
  tag: string;
  /** Attributes of MathML Core, the class `left` or `right` of an aligned cell, and `tabindex` of a wide formula. */
  attributes?: Record<string, string>;
  /** The texts and elements in it. */
  content: (string | MathElement)[];
}

/** A field for one option in each row. */
export interface MatrixField extends FieldHead {
  type: 'matrix';
  rows: FieldRow[];
  options: FieldOption[];
}

/** A field for one option in each row. */
export interface MatrixFieldDraft extends FieldDraftHead {
  type: 'matrix';
  label: string;
  rows: FieldRowDraft[];
  options: FieldOptionDraft[];
}

/** Summary of one row of a matrix. */
export interface MatrixRowSummary extends FieldOption {
  /** Number of submissions that answer the row. */
  answered: number;
  options: OptionCount[];
}

/** Summary of a matrix. */
export interface MatrixSummary extends SummaryHead {
  type: 'matrix';
  rows: MatrixRowSummary[];
}

/** A field for several of the options. */
export interface MultipleChoiceField extends FieldHead {
  type: 'multiple_choice';
  options: FieldOption[];
  /** Visitors can write in their own answer. It counts as one choice. */
  other: boolean;
  /** Minimum number of choices. */
  min_choices: number | null;
  /** Maximum number of choices. */
  max_choices: number | null;
}

/** A field for several of the options. */
export interface MultipleChoiceFieldDraft extends FieldDraftHead {
  type: 'multiple_choice';
  label: string;
  options: FieldOptionDraft[];
  /** Visitors can write in their own answer. It counts as one choice. Default: `false`. */
  other?: boolean | null | undefined;
  /** Minimum number of choices. Default: `null`. */
  min_choices?: number | null | undefined;
  /** Maximum number of choices. Default: `null`. */
  max_choices?: number | null | undefined;
}

/** A question for several of the options. */
export interface MultipleQuestion extends QuestionHead {
  type: 'multiple';
  /** The IDs of all correct options. */
  answer: string[];
}

/** A ticket to create. */
export interface NewTicket {
  /**
   * Whom the ticket is for, such as an ID of yours. Only you see it. Several tickets can have the same reference.
   * Default: `null`.
   */
  reference?: string | null | undefined;
}

/** Where visitors go when they leave a page. */
export interface NextRule {
  /** When the rule applies. Absent: always. */
  when?: When | null;
  /** The ID of a later field of the type `page`, the ID of an ending, or `submit`. */
  to: string;
}

/** Where visitors go when they leave a page. */
export interface NextRuleDraft {
  /** When the rule applies. Absent: always. Default: `null`. */
  when?: When | null | undefined;
  /** The ID of a later field of the type `page`, the ID of an ending, or `submit`. */
  to: string;
}

/** Net Promoter Score. */
export interface Nps {
  /** Number of answers 9 and 10. */
  promoters: number;
  /** Number of answers 7 and 8. */
  passives: number;
  /** Number of answers from 0 to 6. */
  detractors: number;
  /** Percentage of promoters minus percentage of detractors, -100 to 100. Null without answers. */
  score: number | null;
}

/** Number of answers in a range. `from` is included. `to` is only included in the last bin. */
export interface NumberBin {
  from: number;
  to: number;
  count: number;
}

/** A field for a number. */
export interface NumberField extends FieldHead {
  type: 'number';
  /** The smallest number. */
  min: number | null;
  /** The largest number. */
  max: number | null;
  /** Counted from `min`, or from 0 if `min` is null. */
  step: number | null;
}

/** A field for a number. */
export interface NumberFieldDraft extends FieldDraftHead {
  type: 'number';
  label: string;
  /** The smallest number. Default: `null`. */
  min?: number | null | undefined;
  /** The largest number. Default: `null`. */
  max?: number | null | undefined;
  /** Counted from `min`, or from 0 if `min` is null. Default: `null`. */
  step?: number | null | undefined;
}

/** Answers are correct if they differ from `value` by at most `tolerance`. */
export interface NumberKey {
  value: number;
  tolerance: number;
}

/** A question for a number. */
export interface NumberQuestion extends QuestionHead {
  type: 'number';
  /** The correct numbers. */
  answer: NumberKey;
}

/** Summary of a number. */
export interface NumberSummary extends SummaryHead {
  type: 'number';
  /** Mean of the answers. Null without answers; for visitors, null with fewer than five answers. */
  average: number | null;
  /** Sum of the answers. Null for visitors, to hide single answers. */
  sum: number | null;
  /**
   * A range for each value of `step` if there are at most ten, otherwise at most twelve ranges whose width is a
   * multiple of `step`. Without `step`, a range ends where the next one begins. Null if the field had no `min` or no
   * `max` before the first answer.
   */
  bins: NumberBin[] | null;
}

/** A number that is computed from answers. */
export interface NumberVariable {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Differs from the IDs of all fields. */
  id: string;
  type: 'number';
  /** The value before the first rule. */
  value: number;
  rules: VariableRule[];
}

/** A number that is computed from answers. It starts with 0 if `value` is absent. */
export interface NumberVariableDraft {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Differs from the IDs of all fields. */
  id: string;
  type: 'number';
  /** The value before the first rule. */
  value?: number | undefined;
  /** The changes, in order. Default: `[]`. */
  rules?: VariableRule[] | undefined;
}

/** Summary of a number variable. */
export interface NumberVariableSummary {
  id: string;
  /** Number of submissions with a value. Empty texts do not count. */
  answered: number;
  type: 'number';
  /** Mean of the values. Null without values. */
  average: number | null;
  /** Sum of the values. */
  sum: number;
}

/** How the server recognizes a visitor who answers again. */
export type OnePer = 'browser' | 'ip' | 'ticket' | 'user';

/** A value, the answer to an earlier field, a variable, or a date relative to today. */
export type Operand =
  | string
  | number
  | boolean
  | {
      /** The ID of an earlier field, whose answer is compared. */
      field: string;
    }
  | {
      /** The ID of a variable. */
      variable: string;
    }
  | {
      /** The date in UTC, plus this many days. */
      today: number;
    };

/** How often an option was chosen. */
export interface OptionCount extends FieldOption {
  /** Number of answers with this option. */
  count: number;
  /** `count` divided by the number of answers. */
  share: number;
}

/** The result of one option of a poll. */
export interface OptionResult {
  id: string;
  label: string;
  /** Number of votes for the option. Ranked polls: number of first ranks. Rating polls: number of ratings. */
  votes: number;
  /** `votes` divided by `votes_count`. In polls with several choices the sum can exceed 1. */
  share: number;
  /** Mean rating. Only in rating polls; null without ratings. */
  average?: number | null;
  /** Number of ratings for each value of the scale. Only in rating polls. */
  histogram?: Distribution;
}

/** A question for the order of the options. */
export interface OrderQuestion extends QuestionHead {
  type: 'order';
  /** The IDs of all options in the correct order. */
  answer: string[];
}

/** A field without more members. */
export interface PlainField extends FieldHead {
  type: 'email' | 'url' | 'phone' | 'date' | 'time' | 'consent' | 'heading';
}

/** A field without more members. */
export interface PlainFieldDraft extends FieldDraftHead {
  type: 'email' | 'url' | 'phone' | 'date' | 'time' | 'consent' | 'heading';
  label: string;
}

/** A poll as its owner sees it. */
export interface Poll extends Ask {
  /** The texts in the other `languages`, by language. Visitors see texts without a translation in the first language. */
  translations: Record<string, PollTranslation>;
  /** Cannot change after the first vote. */
  type: PollType;
  /** Minimum number of choices; null means 1. Only allowed when `type` is "multiple" or "ranked". */
  min_choices: number | null;
  /** Maximum number of choices; null means all. Only allowed when `type` is "multiple" or "ranked". */
  max_choices: number | null;
  /** Integers from -100 to 100, at most 100 values. Only allowed when `type` is "rating". */
  scale: Scale | null;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5. Only allowed when `type` is "rating".
   */
  style: RatingStyle | null;
  /** What the ends of the scale mean. Each label has at most 100 characters. Only allowed when `type` is "rating". */
  labels: ScaleLabels | null;
  /** Visitors can write in their own answer. Only allowed when `type` is "single" or "multiple". */
  other: boolean;
  /** Visitors see the write-ins of others. */
  show_others: boolean;
  /** Clients show the options in random order. */
  shuffle: boolean;
  /** The order in which clients show the options in results. */
  results_order: ResultsOrder;
  options: PollOption[];
}

/**
 * The body of `PATCH /api/v1/polls/{id}`. Absent members keep their values, null clears a value, and arrays are
 * replaced: their items are matched by `id`.
 */
export interface PollChanges {
  /** Plain text. */
  title?: string | undefined;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. Default: `null`. */
  description?: string | null | undefined;
  /**
   * The site of the ask. The default for a site key is its own site, the only one in which it can create asks. Default:
   * `null`.
   */
  site_id?: number | null | undefined;
  /** Default: `"open"`. */
  status?: AskStatus | undefined;
  /** Answers are accepted from this time. Default: `null`. */
  opens_at?: string | null | undefined;
  /** Answers are accepted until this time. Must be later than `opens_at`. Default: `null`. */
  closes_at?: string | null | undefined;
  /** Maximum number of answers. Default: `null`. */
  max_answers?: number | null | undefined;
  /** Answers are deleted after this number of days. Results are kept. Default: `null`. */
  keep_answers_days?: number | null | undefined;
  /** How the server recognizes a visitor who answers again. Default: `"browser"`. */
  one_per?: OnePer | null | undefined;
  /** A second answer replaces the first one. Requires `one_per`. Default: `false`. */
  allow_change?: boolean | undefined;
  /**
   * Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors
   * see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers. Default: `true`.
   */
  anonymous?: boolean | undefined;
  /** When visitors can see the results. Default: `"after_answer"`. */
  results_visibility?: ResultsVisibility | undefined;
  /** The message that visitors see after they answer, and the URL to which they go. Default: `null`. */
  after?: AfterDraft | null | undefined;
  /** Texts of buttons and messages that replace the standard ones. Default: `null`. */
  words?: AskWordsDraft | null | undefined;
  /** How the ask looks: its color, font, corners and density. Default: `null`. */
  design?: DesignDraft | null | undefined;
  /**
   * The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the
   * language in which they see the ask. Default: `null`.
   */
  locale?: string | null | undefined;
  /**
   * The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this
   * definition, and `translations` has the texts in the others. Empty: the ask has one language. Default: `[]`.
   */
  languages?: string[] | undefined;
  /** Cannot change after the first vote. Default: `"single"`. */
  type?: PollType | undefined;
  /** At least two; at most 20 when `type` is "ranked". A label is enough. */
  options?: PollOptionDraft[] | undefined;
  /** Minimum number of choices; null means 1. Only allowed when `type` is "multiple" or "ranked". Default: `null`. */
  min_choices?: number | null | undefined;
  /** Maximum number of choices; null means all. Only allowed when `type` is "multiple" or "ranked". Default: `null`. */
  max_choices?: number | null | undefined;
  /** Integers from -100 to 100, at most 100 values. Only allowed when `type` is "rating". Default: `{"min":1,"max":5}`. */
  scale?: ScaleDraft | null | undefined;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5. Only allowed when `type` is "rating". Default: `"numbers"`.
   */
  style?: RatingStyle | null | undefined;
  /**
   * What the ends of the scale mean. Each label has at most 100 characters. Only allowed when `type` is "rating".
   * Default: `null`.
   */
  labels?: ScaleLabelsDraft | null | undefined;
  /** Visitors can write in their own answer. Only allowed when `type` is "single" or "multiple". Default: `false`. */
  other?: boolean | undefined;
  /** Visitors see the write-ins of others. Default: `false`. */
  show_others?: boolean | undefined;
  /** Clients show the options in random order. Default: `false`. */
  shuffle?: boolean | undefined;
  /** The order in which clients show the options in results. Default: `"asked"`. */
  results_order?: ResultsOrder | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, PollTranslation> | undefined;
}

/** The body of `POST /api/v1/polls`. */
export interface PollDraft extends AskDraft {
  /** Cannot change after the first vote. Default: `"single"`. */
  type?: PollType | undefined;
  /** At least two; at most 20 when `type` is "ranked". A label is enough. */
  options: PollOptionDraft[];
  /** Minimum number of choices; null means 1. Only allowed when `type` is "multiple" or "ranked". Default: `null`. */
  min_choices?: number | null | undefined;
  /** Maximum number of choices; null means all. Only allowed when `type` is "multiple" or "ranked". Default: `null`. */
  max_choices?: number | null | undefined;
  /** Integers from -100 to 100, at most 100 values. Only allowed when `type` is "rating". Default: `{"min":1,"max":5}`. */
  scale?: ScaleDraft | null | undefined;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5. Only allowed when `type` is "rating". Default: `"numbers"`.
   */
  style?: RatingStyle | null | undefined;
  /**
   * What the ends of the scale mean. Each label has at most 100 characters. Only allowed when `type` is "rating".
   * Default: `null`.
   */
  labels?: ScaleLabelsDraft | null | undefined;
  /** Visitors can write in their own answer. Only allowed when `type` is "single" or "multiple". Default: `false`. */
  other?: boolean | undefined;
  /** Visitors see the write-ins of others. Default: `false`. */
  show_others?: boolean | undefined;
  /** Clients show the options in random order. Default: `false`. */
  shuffle?: boolean | undefined;
  /** The order in which clients show the options in results. Default: `"asked"`. */
  results_order?: ResultsOrder | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, PollTranslation> | undefined;
}

export interface PollOption {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `o2` … */
  id: string;
  label: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. */
  image_url: string | null;
  /** Maximum number of votes for this option. Only allowed when `type` is "single" or "multiple". */
  max_votes: number | null;
}

/** An option in a request: a label, or an object. */
export type PollOptionDraft =
  | string
  | {
      /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `o2` … */
      id?: string | undefined;
      label: string;
      /** HTTP or HTTPS URL. Visitors’ browsers load the image. Default: `null`. */
      image_url?: string | null | undefined;
      /** Maximum number of votes for this option. Only allowed when `type` is "single" or "multiple". Default: `null`. */
      max_votes?: number | null | undefined;
    };

/** The results of a poll. */
export interface PollResults {
  poll_id: string;
  status: AskStatus;
  /** Number of votes. */
  votes_count: number;
  /** A result for each option, in the order of the poll. */
  options: OptionResult[];
  /**
   * The 100 most frequent write-ins. Write-ins that differ only in case and spaces count as one. Visitors only see them
   * with `show_others`.
   */
  others: WriteInVotes[];
  /** Votes by UTC hour, without empty hours. Visitors see the latest 2,000 hours. */
  timeline: HourCount[];
  /** Only in ranked polls. */
  ranked?: RankedResult;
  /** True if the newest votes are not counted yet. Only for visitors of ranked polls with many votes. */
  pending?: boolean;
}

/** The texts of a poll in another language. */
export interface PollTranslation extends AskTranslation {
  words?:
    | {
        submit?: string | undefined;
        next?: string | undefined;
        back?: string | undefined;
        start?: string | undefined;
        required?: string | undefined;
        thanks?: string | undefined;
        closed?: string | undefined;
        already_answered?: string | undefined;
      }
    | undefined;
  options?:
    | Record<
        string,
        {
          label?: string | undefined;
        }
      >
    | undefined;
  labels?:
    | {
        min?: string | undefined;
        max?: string | undefined;
      }
    | undefined;
}

export type PollType = 'single' | 'multiple' | 'ranked' | 'rating';

/** A form as visitors see it. */
export interface PublicForm extends PublicHead {
  /** Whether the form shows its pages, or one field at a time. */
  layout: FormLayout;
  /** The fields in the order in which the form shows them. */
  fields: Field[];
  /**
   * The order in which clients show the options of a field in results. The options of a matrix are always shown as
   * asked.
   */
  results_order: ResultsOrder;
  /** A page before the first field. Null: the form starts with its fields. */
  welcome: Welcome | null;
  /** Values that are computed from the answers. */
  variables: Variable[];
  /**
   * What visitors see after they answer: the ending that a page leads to, otherwise the first whose `when` is true,
   * otherwise `after`.
   */
  endings: Ending[];
}

/** The members of polls, quizzes and forms that visitors see. */
export interface PublicHead extends AskHead {
  /** The paths of the texts that are in the first of the `languages`, because they have no translation into `locale`. */
  untranslated: string[];
  /**
   * The sign-in page of the app, with `{next}` in place of the percent-encoded URL to return to. Null unless `one_per`
   * is "user" and the app has named the page.
   */
  sign_in_url: string | null;
}

/** A poll as visitors see it. */
export interface PublicPoll extends PublicHead {
  /** Cannot change after the first vote. */
  type: PollType;
  /** Minimum number of choices; null means 1. Only allowed when `type` is "multiple" or "ranked". */
  min_choices: number | null;
  /** Maximum number of choices; null means all. Only allowed when `type` is "multiple" or "ranked". */
  max_choices: number | null;
  /** Integers from -100 to 100, at most 100 values. Only allowed when `type` is "rating". */
  scale: Scale | null;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5. Only allowed when `type` is "rating".
   */
  style: RatingStyle | null;
  /** What the ends of the scale mean. Each label has at most 100 characters. Only allowed when `type` is "rating". */
  labels: ScaleLabels | null;
  /** Visitors can write in their own answer. Only allowed when `type` is "single" or "multiple". */
  other: boolean;
  /** Visitors see the write-ins of others. */
  show_others: boolean;
  /** Clients show the options in random order. */
  shuffle: boolean;
  /** The order in which clients show the options in results. */
  results_order: ResultsOrder;
  options: PublicPollOption[];
}

/** An option of a poll as visitors see it. */
export interface PublicPollOption {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `o2` … */
  id: string;
  label: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. */
  image_url: string | null;
  /** True if the option has as many votes as it can have. False for visitors who can change a vote for it. */
  full: boolean;
}

/** A question as visitors see it, without its answer key. */
export interface PublicQuestion {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` … */
  id: string;
  /** In a subset of Markdown: emphasis, strong text, code, links and formulas. */
  prompt: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. */
  image_url: string | null;
  /**
   * The options to choose from, to order or to match. Only allowed when `type` is "single", "multiple", "order" or
   * "match".
   */
  options: QuestionOption[];
  /** The values to match with the options. Only allowed when `type` is "match". */
  targets: QuestionOption[];
  type: QuestionType;
}

/** A quiz as visitors see it. */
export interface PublicQuiz extends PublicHead, PublicQuizPart {}

/** The members of a quiz that visitors see and that polls and forms do not have. */
export interface PublicQuizPart {
  /** An attempt passes from this percentage. Without it, `passed` is null. */
  pass_percentage: number | null;
  /** Attempts with a time limit must be started first. The server measures the time. */
  time_limit_seconds: number | null;
  /** Maximum number of attempts per visitor. Requires `one_per`; null then means 1. */
  max_attempts: number | null;
  /** What visitors see about their attempt. */
  reveal: Reveal;
  /**
   * When visitors learn which answers are correct. "each" requires `reveal` "correctness" or "answers". Attempts must
   * then be started first.
   */
  feedback: Feedback;
  /** Each start shuffles the questions. */
  shuffle_questions: boolean;
  /** Each start shuffles the options. */
  shuffle_options: boolean;
  /** Visitors can enter their name. */
  collect_name: boolean;
  /** Visitors can enter their email address. */
  collect_email: boolean;
  /** Number of questions that a visitor gets. */
  questions_count: number;
  /** True if attempts must be started first. The start returns the questions. */
  needs_start: boolean;
  /**
   * The formulas in the texts of this object, as MathML. The key is a formula as the text has it, with its dollar
   * signs. Absent without formulas. A formula that is invalid or too long is missing.
   */
  formulas?: Record<string, MathElement>;
  /** Absent if `needs_start` is true. */
  questions?: PublicQuestion[];
}

/** A quiz as a visitor sees it who started an attempt. */
export interface PublicQuizWithQuestions extends PublicHead, PublicQuizPart {
  questions: PublicQuestion[];
}

/** A question as its owner sees it. The form of its answer key depends on its type. */
export type Question =
  | SingleQuestion
  | MultipleQuestion
  | BooleanQuestion
  | TextQuestion
  | NumberQuestion
  | OrderQuestion
  | MatchQuestion;

/**
 * The answer to a question. Depending on its type: the ID of an option, an array of IDs, a boolean, a text, a number,
 * or an object with the ID of a target for the ID of each option.
 */
export type QuestionAnswer = boolean | number | string | string[] | Record<string, string>;

/** A question in a request. */
export interface QuestionDraft {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` … */
  id?: string | undefined;
  /** Cannot change after the first attempt. */
  type: QuestionType;
  /** In a subset of Markdown: emphasis, strong text, code, links and formulas. */
  prompt: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. Default: `null`. */
  image_url?: string | null | undefined;
  /**
   * The options to choose from, to order or to match. Only allowed when `type` is "single", "multiple", "order" or
   * "match". Default: `[]`.
   */
  options?: QuestionOptionDraft[] | undefined;
  /** The values to match with the options. Only allowed when `type` is "match". Default: `[]`. */
  targets?: QuestionOptionDraft[] | undefined;
  /** The answer key. Its form depends on `type`. */
  answer:
    | boolean
    | string
    | string[]
    | {
        value: number;
        tolerance?: number | undefined;
      }
    | Record<string, string>;
  /** Upper and lower case differ. Only allowed when `type` is "text". Default: `false`. */
  case_sensitive?: boolean | undefined;
  /** Points for a correct answer. Default: `1`. */
  points?: number | undefined;
  /** Points that a wrong answer loses. No answer loses none. Default: `0`. */
  penalty?: number | undefined;
  /** Partial credit. Only allowed when `type` is "multiple", "order" or "match". Default: `false`. */
  partial?: boolean | undefined;
  /**
   * Shown together with the answer key. In a subset of Markdown: paragraphs, emphasis, strong text, code, links and
   * lists. Default: `null`.
   */
  explanation?: string | null | undefined;
}

/** The members of all types of questions. */
export interface QuestionHead {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` … */
  id: string;
  /** In a subset of Markdown: emphasis, strong text, code, links and formulas. */
  prompt: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. */
  image_url: string | null;
  /**
   * The options to choose from, to order or to match. Only allowed when `type` is "single", "multiple", "order" or
   * "match".
   */
  options: QuestionOption[];
  /** The values to match with the options. Only allowed when `type` is "match". */
  targets: QuestionOption[];
  /** Upper and lower case differ. Only allowed when `type` is "text". */
  case_sensitive: boolean;
  /** Points for a correct answer. */
  points: number;
  /** Points that a wrong answer loses. No answer loses none. */
  penalty: number;
  /** Partial credit. Only allowed when `type` is "multiple", "order" or "match". */
  partial: boolean;
  /**
   * Shown together with the answer key. In a subset of Markdown: paragraphs, emphasis, strong text, code, links and
   * lists.
   */
  explanation: string | null;
}

/** The answer key of a question. Its form depends on the type of the question. */
export type QuestionKey = boolean | string | string[] | NumberKey | Record<string, string>;

/** An option or target. */
export interface QuestionOption {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `t1` … */
  id: string;
  label: string;
  /** HTTP or HTTPS URL. Visitors’ browsers load the image. */
  image_url: string | null;
}

/** An option or target in a request: a label, or an object. */
export type QuestionOptionDraft =
  | string
  | {
      /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `t1` … */
      id?: string | undefined;
      label: string;
      /** HTTP or HTTPS URL. Visitors’ browsers load the image. Default: `null`. */
      image_url?: string | null | undefined;
    };

/** How well a question separates good attempts from others. */
export interface QuestionQuality {
  id: string;
  /** The text of the question. */
  prompt: string;
  /** The attempts to which the question was put. */
  attempts: number;
  /**
   * The share of the points that these attempts reached: the lower, the harder. Negative if penalties prevail. Null
   * without attempts or points.
   */
  difficulty: number | null;
  /** The correlation of the points with the share of the points reached in the other questions, from -1 to 1. */
  discrimination: number | null;
  /** Why `discrimination` is null: fewer than 20 attempts, no other question, or the same points in all attempts. */
  no_discrimination: 'too_few_attempts' | 'no_other_question' | 'all_equal' | null;
}

/** A question that a report counts. */
export interface QuestionRef {
  /** Its column, as in filters. */
  id: string;
  /** Its text. */
  label: string;
}

/** The result of one question. */
export interface QuestionResult {
  id: string;
  /** Share of correct answers among the visitors who got the question. 0 without visitors. */
  correct_rate: number;
  /**
   * Number of answers for each option of the types "single" and "multiple", and for `true` and `false` of the type
   * "boolean". Empty for other types.
   */
  options: Record<string, number>;
}

export type QuestionType = 'single' | 'multiple' | 'boolean' | 'text' | 'number' | 'order' | 'match';

/** A quiz as its owner sees it. */
export interface Quiz extends Ask {
  /** The texts in the other `languages`, by language. Visitors see texts without a translation in the first language. */
  translations: Record<string, QuizTranslation>;
  /** An attempt passes from this percentage. Without it, `passed` is null. */
  pass_percentage: number | null;
  /** Attempts with a time limit must be started first. The server measures the time. */
  time_limit_seconds: number | null;
  /** Maximum number of attempts per visitor. Requires `one_per`; null then means 1. */
  max_attempts: number | null;
  /** What visitors see about their attempt. */
  reveal: Reveal;
  /**
   * When visitors learn which answers are correct. "each" requires `reveal` "correctness" or "answers". Attempts must
   * then be started first.
   */
  feedback: Feedback;
  /** Each start shuffles the questions. */
  shuffle_questions: boolean;
  /** Each start shuffles the options. */
  shuffle_options: boolean;
  questions: Question[];
  /**
   * The number of questions that each visitor gets. With null, visitors get all questions. With a number, visitors must
   * start the quiz first.
   */
  draw: number | null;
  bands: Band[];
  /** Visitors can enter their name, or leave it empty. Embedded quizzes can override this with the attribute `collect`. */
  collect_name: boolean;
  /**
   * Visitors can enter their email address, or leave it empty. They are always asked if they get a receipt. Embedded
   * quizzes can override this with the attribute `collect`.
   */
  collect_email: boolean;
  /** Sends visitors who enter their address in `email` their result by email. Requires that the service sends emails. */
  receipt: boolean;
}

/** The difficulty and the discrimination of the questions of a quiz. */
export interface QuizAnalysis {
  quiz_id: string;
  /** The questions, in the order of the quiz. */
  questions: QuestionQuality[];
  /** The attempts that were read, because they match the filters. */
  matching_answers: number;
  /** Whether older attempts were not read, because there are too many. */
  oldest_left_out: boolean;
}

/**
 * The body of `PATCH /api/v1/quizzes/{id}`. Absent members keep their values, null clears a value, and arrays are
 * replaced: their items are matched by `id`.
 */
export interface QuizChanges {
  /** Plain text. */
  title?: string | undefined;
  /** In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists. Default: `null`. */
  description?: string | null | undefined;
  /**
   * The site of the ask. The default for a site key is its own site, the only one in which it can create asks. Default:
   * `null`.
   */
  site_id?: number | null | undefined;
  /** Default: `"open"`. */
  status?: AskStatus | undefined;
  /** Answers are accepted from this time. Default: `null`. */
  opens_at?: string | null | undefined;
  /** Answers are accepted until this time. Must be later than `opens_at`. Default: `null`. */
  closes_at?: string | null | undefined;
  /** Maximum number of answers. Default: `null`. */
  max_answers?: number | null | undefined;
  /** Answers are deleted after this number of days. Results are kept. Default: `null`. */
  keep_answers_days?: number | null | undefined;
  /** How the server recognizes a visitor who answers again. Default: `null`. */
  one_per?: OnePer | null | undefined;
  /** A second answer replaces the first one. Requires `one_per`. Default: `false`. */
  allow_change?: boolean | undefined;
  /**
   * Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors
   * see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers. Default: `true`.
   */
  anonymous?: boolean | undefined;
  /** When visitors can see the results. Default: `"never"`. */
  results_visibility?: ResultsVisibility | undefined;
  /** The message that visitors see after they answer, and the URL to which they go. Default: `null`. */
  after?: AfterDraft | null | undefined;
  /** Texts of buttons and messages that replace the standard ones. Default: `null`. */
  words?: AskWordsDraft | null | undefined;
  /** How the ask looks: its color, font, corners and density. Default: `null`. */
  design?: DesignDraft | null | undefined;
  /**
   * The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the
   * language in which they see the ask. Default: `null`.
   */
  locale?: string | null | undefined;
  /**
   * The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this
   * definition, and `translations` has the texts in the others. Empty: the ask has one language. Default: `[]`.
   */
  languages?: string[] | undefined;
  questions?: QuestionDraft[] | undefined;
  /** An attempt passes from this percentage. Without it, `passed` is null. Default: `null`. */
  pass_percentage?: number | null | undefined;
  /** Attempts with a time limit must be started first. The server measures the time. Default: `null`. */
  time_limit_seconds?: number | null | undefined;
  /** Maximum number of attempts per visitor. Requires `one_per`; null then means 1. Default: `null`. */
  max_attempts?: number | null | undefined;
  /** What visitors see about their attempt. Default: `"correctness"`. */
  reveal?: Reveal | undefined;
  /**
   * When visitors learn which answers are correct. "each" requires `reveal` "correctness" or "answers". Attempts must
   * then be started first. Default: `"end"`.
   */
  feedback?: Feedback | undefined;
  /** Each start shuffles the questions. Default: `false`. */
  shuffle_questions?: boolean | undefined;
  /** Each start shuffles the options. Default: `false`. */
  shuffle_options?: boolean | undefined;
  /**
   * The number of questions that each visitor gets. With null, visitors get all questions. With a number, visitors must
   * start the quiz first. Default: `null`.
   */
  draw?: number | null | undefined;
  /** Texts for visitors by the percentage that they reach. Default: `[]`. */
  bands?: BandDraft[] | undefined;
  /**
   * Visitors can enter their name, or leave it empty. Embedded quizzes can override this with the attribute `collect`.
   * Default: `false`.
   */
  collect_name?: boolean | undefined;
  /**
   * Visitors can enter their email address, or leave it empty. They are always asked if they get a receipt. Embedded
   * quizzes can override this with the attribute `collect`. Default: `false`.
   */
  collect_email?: boolean | undefined;
  /**
   * Sends visitors who enter their address in `email` their result by email. Requires that the service sends emails.
   * Default: `false`.
   */
  receipt?: boolean | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, QuizTranslation> | undefined;
}

/** The body of `POST /api/v1/quizzes`. */
export interface QuizDraft extends AskDraft {
  questions: QuestionDraft[];
  /** An attempt passes from this percentage. Without it, `passed` is null. Default: `null`. */
  pass_percentage?: number | null | undefined;
  /** Attempts with a time limit must be started first. The server measures the time. Default: `null`. */
  time_limit_seconds?: number | null | undefined;
  /** Maximum number of attempts per visitor. Requires `one_per`; null then means 1. Default: `null`. */
  max_attempts?: number | null | undefined;
  /** What visitors see about their attempt. Default: `"correctness"`. */
  reveal?: Reveal | undefined;
  /**
   * When visitors learn which answers are correct. "each" requires `reveal` "correctness" or "answers". Attempts must
   * then be started first. Default: `"end"`.
   */
  feedback?: Feedback | undefined;
  /** Each start shuffles the questions. Default: `false`. */
  shuffle_questions?: boolean | undefined;
  /** Each start shuffles the options. Default: `false`. */
  shuffle_options?: boolean | undefined;
  /**
   * The number of questions that each visitor gets. With null, visitors get all questions. With a number, visitors must
   * start the quiz first. Default: `null`.
   */
  draw?: number | null | undefined;
  /** Texts for visitors by the percentage that they reach. Default: `[]`. */
  bands?: BandDraft[] | undefined;
  /**
   * Visitors can enter their name, or leave it empty. Embedded quizzes can override this with the attribute `collect`.
   * Default: `false`.
   */
  collect_name?: boolean | undefined;
  /**
   * Visitors can enter their email address, or leave it empty. They are always asked if they get a receipt. Embedded
   * quizzes can override this with the attribute `collect`. Default: `false`.
   */
  collect_email?: boolean | undefined;
  /**
   * Sends visitors who enter their address in `email` their result by email. Requires that the service sends emails.
   * Default: `false`.
   */
  receipt?: boolean | undefined;
  /**
   * The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.
   * Default: `{}`.
   */
  translations?: Record<string, QuizTranslation> | undefined;
}

/** The results of a quiz. */
export interface QuizResults {
  quiz_id: string;
  status: AskStatus;
  /** Number of attempts. */
  attempts_count: number;
  /** Null without attempts. */
  average_score: number | null;
  /** Null without attempts. */
  average_percentage: number | null;
  /** Share of passed attempts. Null without `pass_percentage`. */
  pass_rate: number | null;
  /**
   * Number of attempts for each score. Visitors see at most 1,000 entries, each of which counts the scores up to the
   * next entry.
   */
  distribution: ScoreCount[];
  /** A result for each question, in the order of the quiz. */
  questions: QuestionResult[];
  /** Attempts by UTC hour, without empty hours. Visitors see the latest 2,000 hours. */
  timeline: HourCount[];
}

/** The texts of a quiz in another language. */
export interface QuizTranslation extends AskTranslation {
  words?:
    | {
        submit?: string | undefined;
        next?: string | undefined;
        back?: string | undefined;
        start?: string | undefined;
        required?: string | undefined;
        thanks?: string | undefined;
        closed?: string | undefined;
        already_answered?: string | undefined;
      }
    | undefined;
  questions?:
    | Record<
        string,
        {
          prompt?: string | undefined;
          options?:
            | Record<
                string,
                {
                  label?: string | undefined;
                }
              >
            | undefined;
          targets?:
            | Record<
                string,
                {
                  label?: string | undefined;
                }
              >
            | undefined;
          explanation?: string | undefined;
        }
      >
    | undefined;
  bands?:
    | Record<
        string,
        {
          title?: string | undefined;
          message?: string | undefined;
        }
      >
    | undefined;
}

/** Limits the number of submissions of a kind. */
export interface Quota {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` … */
  id: string;
  /** Submissions for which this is true count. Null: all. */
  when: When | null;
  /** Maximum number of submissions. */
  limit: number;
  /** The ID of the ending for submissions above the limit. Null: they are refused with 409. */
  ending: string | null;
}

/** A quota in a request. */
export interface QuotaDraft {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `q1`, `q2` … */
  id?: string | undefined;
  /** Submissions for which this is true count. Null: all. Default: `null`. */
  when?: When | null | undefined;
  /** Maximum number of submissions. */
  limit: number;
  /** The ID of the ending for submissions above the limit. Null: they are refused with 409. Default: `null`. */
  ending?: string | null | undefined;
}

/** How often an option was ranked. */
export interface RankedOptionCount extends OptionCount {
  /** Number of answers that rank the option first. */
  first: number;
  /** Mean rank, from 1. Null if no answer ranks the option. */
  average_position: number | null;
}

/** The instant run-off, round by round, and the Borda count. */
export interface RankedResult {
  /** The winner of the instant run-off; several if they are tied. */
  winners: string[];
  rounds: RankedRound[];
  /** The Borda count: points of each option. */
  borda: Record<string, number>;
}

/** One round of an instant run-off. */
export interface RankedRound {
  /** Number of ballots that count for each option. */
  votes: Record<string, number>;
  /** The option that is eliminated. Null in the last round. */
  eliminated: string | null;
  /** Number of ballots without remaining options. */
  exhausted: number;
}

/** A field for options in order of preference. */
export interface RankingField extends FieldHead {
  type: 'ranking';
  options: FieldOption[];
  /** Minimum number of choices. */
  min_choices: number | null;
  /** Maximum number of choices. */
  max_choices: number | null;
}

/** A field for options in order of preference. */
export interface RankingFieldDraft extends FieldDraftHead {
  type: 'ranking';
  label: string;
  options: FieldOptionDraft[];
  /** Minimum number of choices. Default: `null`. */
  min_choices?: number | null | undefined;
  /** Maximum number of choices. Default: `null`. */
  max_choices?: number | null | undefined;
}

/** Summary of a ranking. */
export interface RankingSummary extends SummaryHead {
  type: 'ranking';
  options: RankedOptionCount[];
}

/** A field for a value of a scale. */
export interface RatingField extends FieldHead {
  type: 'rating';
  scale: Scale;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5.
   */
  style: RatingStyle;
  /** What the ends of the scale mean. Each label has at most 100 characters. */
  labels: ScaleLabels | null;
}

/** A field for a value of a scale. */
export interface RatingFieldDraft extends FieldDraftHead {
  type: 'rating';
  label: string;
  /** The scale of the rating. Default: `{"min":1,"max":5}`. */
  scale?: ScaleDraft | null | undefined;
  /**
   * What visitors choose from. "stars" and "hearts" require a `scale` from 1 to at most 10, and "emoji" from 1 to 3, 4
   * or 5. Default: `"numbers"`.
   */
  style?: RatingStyle | null | undefined;
  /** What the ends of the scale mean. Each label has at most 100 characters. Default: `null`. */
  labels?: ScaleLabelsDraft | null | undefined;
}

/** What the values of a scale look like. */
export type RatingStyle = 'numbers' | 'stars' | 'hearts' | 'emoji';

/** Summary of a rating. */
export interface RatingSummary extends SummaryHead {
  type: 'rating';
  /** Mean of the answers. Null without answers; for visitors, null with fewer than five answers. */
  average: number | null;
  /** Number of answers for each value. For visitors, empty with fewer than five answers. */
  distribution: Distribution;
}

/** How many submissions reached an ending. */
export interface ReachedEnding {
  id: string;
  submissions: number;
}

/** An ending as the visitor who reached it sees it. Its placeholders are filled in. */
export interface ReceiptEnding {
  id: string;
  /** Plain text. */
  title: string;
  /** Plain text. */
  text: string | null;
  /** A link below the text. */
  button: EndingButton | null;
  /** HTTP or HTTPS URL to which visitors go instead of reading the ending. */
  url: string | null;
  /** Whether submissions with this ending count. */
  outcome: FormOutcome;
}

/** The response of `POST /api/v1/quizzes/{id}/regrade`. */
export interface Regraded {
  quiz_id: string;
  /** Number of attempts that were graded again. */
  regraded: number;
  graded_at: Timestamp;
}

/** The link that shows the results of an ask to anyone. */
export interface ResultsLink {
  /**
   * The page that shows the results to anyone. Null without a link. Without the option `baseUrl`, it starts with the
   * path.
   */
  url: string | null;
}

export type ResultsOrder = 'asked' | 'votes';

/** When visitors can see the results. */
export type ResultsVisibility = 'always' | 'after_answer' | 'after_close' | 'never';

/** What visitors see about their attempt. Each value includes those before it. */
export type Reveal = 'nothing' | 'score' | 'correctness' | 'answers';

/** The grade of one answer as its visitor sees it. Members that `reveal` hides are null. */
export interface RevealedQuestion {
  id: string;
  correct: boolean | null;
  points: number | null;
  /** The points of the question, if `points` is shown. A partly correct answer has points between 0 and this number. */
  max_points?: number;
  /** The answer key. */
  answer: QuestionKey | null;
  explanation: string | null;
}

/** How a rule changes a variable. */
export type RuleChange =
  | {
      set: RuleOperand;
    }
  | {
      add: RuleOperand;
    }
  | {
      subtract: RuleOperand;
    }
  | {
      multiply: RuleOperand;
    }
  | {
      divide: RuleOperand;
    };

/** The value of a rule: an operand, or the score of a field. */
export type RuleOperand =
  | Operand
  | {
      /** The ID of a field. The value is the sum of the `score` of its chosen options. */
      score: string;
    };

/** The ends of a rating scale. Both are included. A scale has at most 100 values. */
export interface Scale {
  min: number;
  max: number;
}

/** The ends of a rating scale. Both are included. A scale has at most 100 values. */
export interface ScaleDraft {
  min: number;
  max: number;
}

/** A field for a value from 0 to 10. */
export interface ScaleField extends FieldHead {
  type: 'scale';
  /** What the ends of the scale mean. Each label has at most 100 characters. */
  labels: ScaleLabels | null;
  /**
   * The field asks how likely visitors are to recommend something. Results are shown with the Net Promoter Score, and
   * without `labels`, visitors read what 0 and 10 mean.
   */
  nps: boolean;
}

/** A field for a value from 0 to 10. */
export interface ScaleFieldDraft extends FieldDraftHead {
  type: 'scale';
  label: string;
  /** What the ends of the scale mean. Each label has at most 100 characters. Default: `null`. */
  labels?: ScaleLabelsDraft | null | undefined;
  /**
   * The field asks how likely visitors are to recommend something. Results are shown with the Net Promoter Score, and
   * without `labels`, visitors read what 0 and 10 mean. Default: `false`.
   */
  nps?: boolean | null | undefined;
}

/** The labels of the ends of a scale. */
export interface ScaleLabels {
  /** What the lowest value means. Plain text. */
  min: string | null;
  /** What the highest value means. Plain text. */
  max: string | null;
}

/** The labels of the ends of a scale. */
export interface ScaleLabelsDraft {
  /** What the lowest value means. Plain text. Default: `null`. */
  min?: string | null | undefined;
  /** What the highest value means. Plain text. Default: `null`. */
  max?: string | null | undefined;
}

/** Summary of a scale from 0 to 10. */
export interface ScaleSummary extends SummaryHead {
  type: 'scale';
  /** Mean of the answers. Null without answers; for visitors, null with fewer than five answers. */
  average: number | null;
  /** Number of answers for each value. For visitors, empty with fewer than five answers. */
  distribution: Distribution;
  /** For visitors, null with fewer than five answers. */
  nps: Nps | null;
}

/** The score of an attempt. */
export interface Score {
  score: number;
  max_score: number;
  /** `score` divided by `max_score`, times 100. */
  percentage: number;
  /** Null if the quiz has no `pass_percentage`. */
  passed: boolean | null;
  /** The highest band that the attempt reached. */
  band: Band | null;
}

/** Number of attempts with one score. */
export interface ScoreCount {
  score: number;
  count: number;
}

/** A field that needs no label: `hidden` is set by the page, and `page` starts a new page. */
export interface SilentField extends FieldHead {
  type: 'hidden' | 'page';
  /**
   * Where visitors go when they leave the page: the first rule that is true decides. Otherwise, the next page. Only
   * allowed when `type` is "page".
   */
  next?: NextRule[];
}

/** A field that needs no label: `hidden` is set by the page, and `page` starts a new page. */
export interface SilentFieldDraft extends FieldDraftHead {
  type: 'hidden' | 'page';
  label?: string | undefined;
  /**
   * Where visitors go when they leave the page: the first rule that is true decides. Otherwise, the next page. Only
   * allowed when `type` is "page". Default: `[]`.
   */
  next?: NextRuleDraft[] | null | undefined;
}

/** A question for one of the options. */
export interface SingleQuestion extends QuestionHead {
  type: 'single';
  /** The ID of the correct option. */
  answer: string;
}

/** A site groups asks and keys, and sets the origins from which visitors can answer. */
export interface Site {
  id: number;
  name: string;
  /** Origins whose pages can send answers, such as `https://example.com`. An empty list allows all origins. */
  origins: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Increases with each change. It is also the `ETag`. */
  version: number;
}

/** The body of `PATCH /api/v1/sites/{id}`. Absent members keep their values. */
export interface SiteChanges {
  name?: string | undefined;
  /**
   * Origins whose pages can send answers, such as `https://example.com`. An empty list or null allows all origins.
   * Default: `null`.
   */
  origins?: string[] | null | undefined;
}

/** The body of `POST /api/v1/sites`. */
export interface SiteDraft {
  name: string;
  /**
   * Origins whose pages can send answers, such as `https://example.com`. An empty list or null allows all origins.
   * Default: `null`.
   */
  origins?: string[] | null | undefined;
}

/** The body of `POST /embed/quizzes/{id}/start`: the `voter` or ticket that the attempt will have. */
export interface StartDraft extends VisitorDraft {
  /** The token of an earlier start, to continue it. */
  started?: string | undefined;
}

/** The response of `POST /embed/quizzes/{id}/start`. */
export interface StartedQuiz {
  quiz: PublicQuizWithQuestions;
  /** The token that the attempt must contain. It can be used once. */
  started: string;
  /** The end of the time limit. Null without a time limit. */
  expires_at: Timestamp | null;
  /** Seconds until `expires_at` by the clock of the server. Null without a time limit. */
  seconds_left: number | null;
  /** The questions that were checked since this start. Empty without `feedback: "each"`. */
  checks: CheckedQuestion[];
}

/** A submission as its owner sees it. */
export interface Submission extends AnswerHead {
  form_id: string;
  /** Answers by field ID. Fields that were not shown have no answers. */
  answers: FieldAnswers;
  /** The variables that the server computed, by ID. */
  variables: VariableValues;
  /** The ID of the ending that the visitor reached. */
  ending: string | null;
  /** Whether the submission counts. */
  outcome: FormOutcome;
}

/** The body of `POST /api/v1/forms/{id}/submissions/batch`. */
export interface SubmissionBatch {
  /** Up to 1,000 answers, which are recorded in this order. */
  answers: BatchSubmission[];
  /** Records either all answers or none. Default: `false`. */
  atomic?: boolean | undefined;
  /**
   * Sends receipts by email, if the form or quiz has `receipt`. They count as caused by the sender of the batch.
   * Default: `false`.
   */
  receipts?: boolean | undefined;
}

/** The body of `POST /api/v1/forms/{id}/submissions`. */
export interface SubmissionDraft extends VisitorDraft {
  /** Answers by field ID. Null means no answer. Answers to fields that are not shown are dropped. */
  answers: Record<string, FieldAnswer | null>;
}

/** A submission as its visitor sees it. */
export interface SubmissionReceipt {
  id: string;
  form_id: string;
  /** The message of the form for visitors who answered. */
  message: string | null;
  /** The URL to which visitors go after they answer. */
  redirect_url: string | null;
  /** The ending that the visitor reached. Null: `after` of the form applies. */
  ending: ReceiptEnding | null;
  created_at: Timestamp;
}

/** The members of all summaries. */
export interface SummaryHead {
  id: string;
  label: string;
  /** Number of submissions that answer the field. */
  answered: number;
}

/** A field for text. */
export interface TextField extends FieldHead {
  type: 'short_text' | 'long_text';
  /** Minimum number of characters. */
  min_length: number | null;
  /** Maximum number of characters. */
  max_length: number | null;
}

/** A field for text. */
export interface TextFieldDraft extends FieldDraftHead {
  type: 'short_text' | 'long_text';
  label: string;
  /** Minimum number of characters. Default: `null`. */
  min_length?: number | null | undefined;
  /** Maximum number of characters. Default: `null`. */
  max_length?: number | null | undefined;
}

/** A question for a text. */
export interface TextQuestion extends QuestionHead {
  type: 'text';
  /** All correct texts. */
  answer: string[];
}

/** A text that depends on answers. Its rules only have `set`. */
export interface TextVariable {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Differs from the IDs of all fields. */
  id: string;
  type: 'text';
  /** The value before the first rule. */
  value: string;
  rules: VariableRule[];
}

/** A text that depends on answers. It starts empty if `value` is absent. */
export interface TextVariableDraft {
  /** 1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Differs from the IDs of all fields. */
  id: string;
  type: 'text';
  /** The value before the first rule. */
  value?: string | undefined;
  /** The changes, in order. Default: `[]`. */
  rules?: VariableRule[] | undefined;
}

/** Texts are only counted. */
export interface TextVariableSummary {
  id: string;
  /** Number of submissions with a value. Empty texts do not count. */
  answered: number;
  type: 'text';
}

/** A ticket, without its code. */
export interface Ticket {
  /** Also the `voter_ref` of the answer for which the ticket was used. */
  id: string;
  /**
   * The first four characters of the code: `8sPz••••••`. Null if the ticket was created by a version that did not store
   * them.
   */
  masked_code: string | null;
  /** Whom the ticket is for, such as an ID of yours. Only you see it. Several tickets can have the same reference. */
  reference: string | null;
  /** Whether an answer has used the ticket. */
  used: boolean;
  /** When the ticket was used. Null if it was not, or if its answer was deleted after `keep_answers_days`. */
  used_at: Timestamp | null;
  /** Null if the ticket was created by a version that did not store it. */
  created_at: Timestamp | null;
}

/** Number of tickets of an ask. */
export interface TicketCount {
  count: number;
  /** Number of tickets that were used for an answer. */
  used: number;
}

export interface TicketDraft {
  /** The number of tickets without a reference. */
  count?: number | undefined;
  /** Instead of `count`: the tickets with their references. The response has their codes in the same order. */
  tickets?: NewTicket[] | undefined;
}

/** RFC 3339 timestamp in UTC with microseconds: `2026-01-31T09:05:07.004213Z`. */
export type Timestamp = string;

/** All texts of a poll, quiz or form with their translations into a language, for translators. */
export interface TranslationFile {
  /** The language tag, as in `languages`. */
  language: string;
  /** CSV with the columns `path`, `source` and `translation`, or XLIFF 2.1. */
  format: 'csv' | 'xliff';
  filename: string;
  /** The whole file. */
  content: string;
}

/** A file from a translator. Texts that the file does not have, or has without a translation, stay as they are. */
export interface TranslationImport {
  /** CSV with the columns `path`, `source` and `translation`, or XLIFF 2.1. */
  format: 'csv' | 'xliff';
  /** The whole file, up to 1,000,000 characters. */
  content: string;
}

/** How complete the translation of a poll, quiz or form into a language is. */
export interface TranslationStatus {
  /** The language tag, as in `languages`. */
  language: string;
  /** Number of texts with a translation. */
  translated: number;
  /** Number of texts without a translation. Visitors see them in the first language. */
  missing: number;
  /** The paths of the translated texts that have changed in the first language since they were translated. */
  outdated: string[];
}

export interface TranslationStatusList {
  /** The languages after the first one. */
  languages: TranslationStatus[];
}

/** Number of answers with one value of a scale. */
export interface ValueCount {
  value: number;
  count: number;
}

/** A value that is computed from answers. */
export type Variable = NumberVariable | TextVariable;

/** A variable in a request. */
export type VariableDraft = NumberVariableDraft | TextVariableDraft;

/** Changes a variable. Rules apply in order. */
export type VariableRule = {
  /** When the rule applies. Absent: always. */
  when?: When | null;
} & RuleChange;

/** Summary of a variable. Its members depend on the type of the variable. */
export type VariableSummary = NumberVariableSummary | TextVariableSummary;

/** Values of variables by ID. */
export type VariableValues = Record<string, number | string>;

/** A video, which takes no answer and plays after a click. Its `label` is its name, and its `help` is the caption. */
export interface VideoField extends FieldHead {
  type: 'video';
  /** HTTP or HTTPS URL of the video file. Visitors’ browsers load it when they click it. */
  video_url: string | null;
  /** HTTP or HTTPS URL of the image, or of the image that a video shows before it plays. Visitors’ browsers load it. */
  image_url: string | null;
}

/** A video, which takes no answer and plays after a click. Its `label` is its name, and its `help` is the caption. */
export interface VideoFieldDraft extends FieldDraftHead {
  type: 'video';
  label: string;
  /** HTTP or HTTPS URL of the video file. Visitors’ browsers load it when they click it. Default: `null`. */
  video_url?: string | null | undefined;
  /**
   * HTTP or HTTPS URL of the image, or of the image that a video shows before it plays. Visitors’ browsers load it.
   * Default: `null`.
   */
  image_url?: string | null | undefined;
}

/** The members that can be sent with any answer. */
export interface VisitorDraft {
  /**
   * Text of 16 to 200 characters that the browser generates and stores, which recognizes the visitor with `one_per:
   * "browser"`. Or the text that `askwell.voterOf` returned for a user of your app.
   */
  voter?: string | undefined;
  /** One of the codes of the ask. Required with `one_per: "ticket"`. */
  ticket?: string | undefined;
}

/** The body of `POST /embed/polls/{id}/visitor`, and the same for quizzes and forms. */
export interface VisitorIdentity {
  /** The text that `askwell.voterOf` returned for the user. Default: the session. */
  voter?: string | undefined;
}

/** What is known about a visitor of a poll, quiz or form with `one_per: "user"`. */
export interface VisitorState {
  /** Whether the visitor is a signed-in user of the app. */
  signed_in: boolean;
  /** Whether this user has used all of their answers. */
  answered: boolean;
  /** The ID of the latest answer of this user, to read what they may see now. Null if there is none. */
  answer: string | null;
}

/** A vote as its owner sees it. */
export interface Vote extends AnswerHead {
  poll_id: string;
  /** IDs of options. In ranked polls, the best option first. Not in rating polls. */
  choices: string[] | null;
  /** A value of the scale for each rated option. Only in rating polls. */
  ratings: Record<string, number> | null;
  /** The visitor’s own answer, up to 200 characters. Only in polls that allow write-ins. */
  other: string | null;
}

/** The body of `POST /api/v1/polls/{id}/votes/batch`. */
export interface VoteBatch {
  /** Up to 1,000 answers, which are recorded in this order. */
  answers: BatchVote[];
  /** Records either all answers or none. Default: `false`. */
  atomic?: boolean | undefined;
  /**
   * Sends receipts by email, if the form or quiz has `receipt`. They count as caused by the sender of the batch.
   * Default: `false`.
   */
  receipts?: boolean | undefined;
}

/** The body of `POST /api/v1/polls/{id}/votes`. */
export interface VoteDraft extends VisitorDraft {
  /** IDs of options. In ranked polls, the best option first. Not in rating polls. */
  choices?: string[] | undefined;
  /** A value of the scale for each rated option. Only in rating polls. */
  ratings?: Record<string, number> | undefined;
  /** The visitor’s own answer, up to 200 characters. Only in polls that allow write-ins. */
  other?: string | undefined;
}

/** A vote as its visitor sees it. */
export interface VoteReceipt {
  id: string;
  created_at: Timestamp;
  poll_id: string;
  /** IDs of options. In ranked polls, the best option first. Not in rating polls. */
  choices: string[] | null;
  /** A value of the scale for each rated option. Only in rating polls. */
  ratings: Record<string, number> | null;
  /** The visitor’s own answer, up to 200 characters. Only in polls that allow write-ins. */
  other: string | null;
  /** Null if this visitor cannot see results now. */
  results: PollResults | null;
}

/** A URL to which events are sent. */
export interface Webhook {
  id: number;
  url: string;
  /** A note for yourself. */
  description: string | null;
  /** Only events of this site are sent. Null: all events of the account. */
  site_id: number | null;
  /** The types of events that are sent. An empty list: all types. */
  types: WebhookEventType[];
  /** Whether events are sent. Set to false when the URL answers 410, or has failed for five days. */
  enabled: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Increases with each change. It is also the `ETag`. */
  version: number;
}

/** The body of `PATCH /api/v1/webhooks/{id}`. Absent members keep their values. */
export interface WebhookChanges {
  /**
   * Where events are sent: an `https` URL whose host has public addresses only, without a user name, a password or a
   * fragment.
   */
  url?: string | undefined;
  /** A note for yourself. Default: `null`. */
  description?: string | null | undefined;
  /** The types of events that are sent. An empty list or null: all types, future ones too. Default: `null`. */
  types?: WebhookEventType[] | null | undefined;
  /** Whether events are sent. Events that happen while it is false are never sent. Default: `true`. */
  enabled?: boolean | undefined;
}

/** An event that is sent to a webhook, with the result of the last attempt. */
export interface WebhookDelivery {
  id: number;
  /** The `webhook-id` of the message. Replays of an event have the same. */
  event_id: string;
  type:
    | 'ask.created'
    | 'ask.updated'
    | 'ask.closed'
    | 'ask.deleted'
    | 'answer.created'
    | 'answer.updated'
    | 'answer.deleted'
    | 'webhook.test';
  /** The poll, quiz or form. Null for a test. */
  ask_id: string | null;
  /** The answer. Null for events of polls, quizzes and forms. */
  answer_id: string | null;
  /** When the event happened. */
  event_at: Timestamp;
  /** "pending" until the URL has answered with a status from 200 to 299, or the last attempt has failed. */
  status: 'pending' | 'delivered' | 'failed';
  /** The number of attempts. */
  attempts: number;
  /**
   * When the next attempt is due. Null if there is none, or if an earlier event of the same poll, quiz or form comes
   * first.
   */
  next_attempt_at: Timestamp | null;
  /** The time of the last attempt. */
  attempted_at: Timestamp | null;
  /** The status of the last response. */
  response_status: number | null;
  /** The first 1,000 characters of the last response. */
  response: string | null;
  /** Why the last attempt got no response. */
  problem:
    | 'timeout'
    | 'connection'
    | 'tls'
    | 'invalid_url'
    | 'needs_https'
    | 'unreachable_host'
    | 'unreadable_secret'
    | 'disabled'
    | null;
  /** How long the last attempt took, in milliseconds. */
  duration_ms: number | null;
  created_at: Timestamp;
}

/** The body of `POST /api/v1/webhooks`. */
export interface WebhookDraft {
  /**
   * Where events are sent: an `https` URL whose host has public addresses only, without a user name, a password or a
   * fragment.
   */
  url: string;
  /** A note for yourself. Default: `null`. */
  description?: string | null | undefined;
  /** The types of events that are sent. An empty list or null: all types, future ones too. Default: `null`. */
  types?: WebhookEventType[] | null | undefined;
  /** Whether events are sent. Events that happen while it is false are never sent. Default: `true`. */
  enabled?: boolean | undefined;
  /**
   * Only events of this site are sent. Null: all events of the account. A key that is scoped to a site can only use
   * that site, which is its default. Default: `null`.
   */
  site_id?: number | null | undefined;
}

/** A type of event. An ask is a poll, a quiz or a form. An answer is a vote, an attempt or a submission. */
export type WebhookEventType =
  | 'ask.created'
  | 'ask.updated'
  | 'ask.closed'
  | 'ask.deleted'
  | 'answer.created'
  | 'answer.updated'
  | 'answer.deleted';

/** A webhook with its secret, after it was created or its secret was rotated. */
export interface WebhookWithSecret {
  id: number;
  url: string;
  /** A note for yourself. */
  description: string | null;
  /** Only events of this site are sent. Null: all events of the account. */
  site_id: number | null;
  /** The types of events that are sent. An empty list: all types. */
  types: WebhookEventType[];
  /** Whether events are sent. Set to false when the URL answers 410, or has failed for five days. */
  enabled: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Increases with each change. It is also the `ETag`. */
  version: number;
  /** The secret that verifies messages. Shown once. */
  secret: string;
}

/** A page before the first field. */
export interface Welcome {
  /** Plain text. */
  title: string;
  /** Plain text. */
  text: string | null;
  /** The label of the button that starts the form. */
  button: string | null;
}

/** A page before the first field. */
export interface WelcomeDraft {
  /** Plain text. */
  title: string;
  /** Plain text. Default: `null`. */
  text?: string | null | undefined;
  /** The label of the button that starts the form. Default: `null`. */
  button?: string | null | undefined;
}

/**
 * A condition, or a group of which `all`, `any` or `none` must be true. Groups can contain groups, up to four levels,
 * with at most 50 conditions.
 */
export type When =
  | Condition
  | {
      all: When[];
    }
  | {
      any: When[];
    }
  | {
      none: When[];
    };

/** The changes of a poll, quiz or form that are not published, or its definition if there are none. */
export interface WorkingCopy {
  /** The body of a request that would create the poll, quiz or form, without `status`. It may be incomplete. */
  definition: Record<string, unknown>;
  /** Names this state. An update must name the state that it changes. */
  revision: string;
  /** Whether there are changes that are not published. */
  changed: boolean;
  /** Whether the poll, quiz or form was changed by other means since the first of these changes. */
  outdated: boolean;
  /** When the changes were saved. Null without changes. */
  saved_at: Timestamp | null;
}

export interface WorkingCopyChanges {
  /** The `revision` that you read. If it has changed since, the request fails with a 412. */
  revision: string;
  /**
   * The body of a request that would create the poll, quiz or form, without `status`. It may be incomplete. Absent: it
   * stays.
   */
  definition?: Record<string, unknown> | undefined;
  /** Whether to publish the changes. They must then be complete, and existing answers must allow them. Default: `false`. */
  publish?: boolean | undefined;
  /** The new status when the changes are published. Absent: it stays. */
  status?: 'open' | undefined;
}

/** The visitor’s own answer in place of an option. */
export interface WriteIn {
  other: string;
}

/** Number of answers with one write-in. */
export interface WriteInCount {
  text: string;
  count: number;
}

/** Number of votes for one write-in. */
export interface WriteInVotes {
  text: string;
  votes: number;
}
