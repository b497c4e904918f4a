import type { NumberKey } from './resources.js';

/** The types of questions with their answer keys. */
export interface QuestionKeys {
  /** The ID of an option. */
  single: string;
  /** The IDs of all correct options. */
  multiple: string[];
  boolean: boolean;
  /** All correct texts. */
  text: string[];
  number: NumberKey;
  /** The IDs of all options in the correct order. */
  order: string[];
  /** The ID of a target for the ID of each option. */
  match: Record<string, string>;
}

/** The types of questions with their answers. */
export interface QuestionAnswers {
  single: string;
  multiple: string[];
  boolean: boolean;
  text: string;
  number: number;
  order: string[];
  match: Record<string, string>;
}
