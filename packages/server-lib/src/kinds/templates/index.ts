import { formTemplates } from './form-templates.js';
import { pollTemplates } from './poll-templates.js';
import { quizTemplates } from './quiz-templates.js';
import type { Template } from './template.js';

export type { FormTemplate, PollTemplate, QuizTemplate, Template } from './template.js';

/** All templates: polls, then quizzes, then forms. */
export const templates: readonly Template[] = [...pollTemplates, ...quizTemplates, ...formTemplates];

/** Returns a template by its name. */
export function findTemplate(name: string): Template | undefined {
  return templates.find((template) => template.name === name);
}
