import type { AskKind } from '../../shared/contract/ask-types.js';
import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract/resources.js';

const poll: PollDraft = { title: 'Untitled poll', status: 'draft', options: ['Option 1', 'Option 2'] };
const quiz: QuizDraft = {
  title: 'Untitled quiz',
  status: 'draft',
  questions: [
    {
      id: 'q1',
      type: 'single',
      prompt: 'Question 1',
      options: [
        { id: 'o1', label: 'Option 1' },
        { id: 'o2', label: 'Option 2' },
      ],
      answer: 'o1',
    },
  ],
};
const form: FormDraft = {
  title: 'Untitled form',
  status: 'draft',
  fields: [{ type: 'short_text', label: 'Your answer' }],
};

/** What a new ask without a template starts with. */
export const blankDrafts: Readonly<Record<AskKind, PollDraft | QuizDraft | FormDraft>> = { poll, quiz, form };
