import type { Issue } from '../faults/fault.js';

/** What the logic of a form probably does not mean. */
export interface FormWarnings {
  form_id: string;
  /** What is true for all valid answers, such as a page that no answers lead to. The form works with it. */
  warnings: Issue[];
}

/** The formulas of a quiz that visitors see as TeX. */
export interface QuizWarnings {
  quiz_id: string;
  /** The formulas that cannot be shown, by their texts. The quiz works with them. */
  warnings: Issue[];
}
