import { askExample, exampleIds } from '../../core/schemas/examples.js';
import type { Quiz, QuizDraft } from '../../shared/contract/resources.js';

/** The ID of the attempt in examples. */
export const attemptId = `attempt_${exampleIds.answer}`;

export const quizDraftExample: QuizDraft = {
  title: 'Capitals',
  questions: [{ type: 'single', prompt: 'Which is the capital of France?', options: ['Lyon', 'Paris'], answer: 'o2' }],
  pass_percentage: 50,
};

export const quizExample: Quiz = {
  ...askExample('quiz', 'Capitals'),
  questions: [
    {
      id: 'q1',
      type: 'single',
      prompt: 'Which is the capital of France?',
      image_url: null,
      options: [
        { id: 'o1', label: 'Lyon', image_url: null },
        { id: 'o2', label: 'Paris', image_url: null },
      ],
      targets: [],
      answer: 'o2',
      case_sensitive: false,
      points: 1,
      penalty: 0,
      partial: false,
      explanation: null,
    },
  ],
  pass_percentage: 50,
  time_limit_seconds: null,
  max_attempts: null,
  reveal: 'correctness',
  feedback: 'end',
  collect_name: false,
  collect_email: false,
  receipt: false,
  shuffle_questions: false,
  shuffle_options: false,
  draw: null,
  bands: [],
};
