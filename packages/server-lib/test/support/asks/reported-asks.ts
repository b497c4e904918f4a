import type { Plural } from './create-ask.js';

/** An ask whose answers reports count, and the queries of these reports. */
export interface ReportedAsk {
  /** Members that differ from a short valid definition. */
  readonly more: object;
  /** The queries by the last part of the path. */
  readonly queries: Readonly<Record<string, string>>;
}

const question = { type: 'boolean', prompt: 'Is it?', answer: true };

/** An ask of each kind with two questions that can be counted. */
export const reportedAsks: Readonly<Record<Plural, ReportedAsk>> = {
  polls: {
    more: { type: 'rating', options: ['A', 'B'] },
    queries: { 'cross-table': '?rows=ratings.o1&columns=ratings.o2', averages: '?question=ratings.o1' },
  },
  quizzes: {
    more: { questions: [question, question] },
    queries: { 'cross-table': '?rows=field.q1&columns=field.q2', averages: '?question=percentage' },
  },
  forms: {
    more: {
      fields: [
        { type: 'dropdown', label: 'Which?', options: ['A', 'B'] },
        { type: 'rating', label: 'How good?' },
      ],
    },
    queries: { 'cross-table': '?rows=field.f1&columns=field.f2', averages: '?question=field.f2' },
  },
};
