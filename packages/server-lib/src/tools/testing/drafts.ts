import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract.js';

/** The default draft of `createPoll`. Its options are `o1` and `o2`. */
export const defaultPoll: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'] };

/** The default draft of `createQuiz`. */
export const defaultQuiz: QuizDraft = {
  title: 'Capitals',
  questions: [
    {
      id: 'france',
      type: 'single',
      prompt: 'What is the capital of France?',
      options: [
        { id: 'lyon', label: 'Lyon' },
        { id: 'paris', label: 'Paris' },
      ],
      answer: 'paris',
    },
    { id: 'rome', type: 'boolean', prompt: 'Rome is the capital of Italy.', answer: true },
  ],
};

/** The default draft of `createForm`. */
export const defaultForm: FormDraft = {
  title: 'Feedback',
  fields: [
    { id: 'name', type: 'short_text', label: 'Your name', required: true },
    { id: 'rating', type: 'rating', label: 'How was it?' },
  ],
};
