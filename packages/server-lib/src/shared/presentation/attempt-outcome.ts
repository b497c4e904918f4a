import type { AttemptReceipt, PublicQuestion, QuestionAnswer, RevealedQuestion } from '../contract/resources.js';
import { answerTexts } from './answer-text.js';
import type { Block, PresentedScore, ReviewItem, VerdictType } from './results/blocks.js';
import { reviewParts } from './review-parts.js';
import type { Texts } from './texts.js';

/** The questions of an attempt, and its answers by the IDs of the questions. */
export interface PresentedAttempt {
  readonly questions: readonly PublicQuestion[];
  readonly answers: Readonly<Record<string, QuestionAnswer>>;
}

/** Returns the receipt of one question that is checked before the attempt is sent, and so has no score. */
export function checkedReceipt(quiz_id: string, question: RevealedQuestion): AttemptReceipt {
  return {
    id: '',
    quiz_id,
    created_at: '',
    score: null,
    max_score: null,
    percentage: null,
    passed: null,
    band: null,
    message: null,
    redirect_url: null,
    questions: [question],
  };
}

/** Presents the score and the review of an attempt, as far as the quiz reveals them. */
export function presentAttempt(receipt: AttemptReceipt, attempt: PresentedAttempt, t: Texts): Block[] {
  const questions = new Map(attempt.questions.map((question) => [question.id, question]));
  const items = receipt.questions.flatMap((revealed) => {
    const question = questions.get(revealed.id);
    return question && revealed.correct !== null ? reviewItem(question, revealed, attempt, t) : [];
  });
  return [...score(receipt, t), ...(items.length > 0 ? [{ type: 'review' as const, items }] : [])];
}

function score({ score: n, max_score: m, percentage, passed, band }: AttemptReceipt, t: Texts): PresentedScore[] {
  if (n === null || m === null || percentage === null) return [];
  return [
    {
      type: 'score',
      percentage: t.percent(percentage / 100),
      points: t('{n} of {m} points', { n, m }),
      verdict: passed === null ? null : { isPassed: passed, text: t(passed ? 'Passed' : 'Not passed') },
      band,
    },
  ];
}

function reviewItem(
  question: PublicQuestion,
  revealed: RevealedQuestion,
  { answers }: PresentedAttempt,
  t: Texts,
): ReviewItem {
  const { id, points, max_points, answer: solution, explanation } = revealed;
  const own = Object.hasOwn(answers, id) ? answers[id] : undefined;
  const type = verdictOf(revealed, own);
  const solutionFacts = solution === null ? [] : [{ name: t('Correct answer'), ...answerTexts(question, solution, t) }];
  const ownFacts = own === undefined ? [] : [{ name: t('Your answer'), ...answerTexts(question, own, t) }];
  const facts = [...ownFacts, ...solutionFacts];
  const parts = reviewParts(question, own, solution, type === 'correct', t);
  const isOrdered = question.type === 'order';
  return {
    prompt: question.prompt,
    verdict: { type, text: verdictText(type, t) },
    points: points === null || max_points === undefined ? null : t('{n} of {m} points', { n: points, m: max_points }),
    facts,
    parts,
    isOrdered,
    // The places of an order say which of them are wrong, but not what belongs there.
    otherFacts: parts.length === 0 ? facts : isOrdered && type !== 'correct' ? solutionFacts : [],
    explanation,
  };
}

function verdictOf({ correct, points, max_points }: RevealedQuestion, own: QuestionAnswer | undefined): VerdictType {
  if (correct) return 'correct';
  if (own === undefined) return 'unanswered';
  return points !== null && max_points !== undefined && points > 0 && points < max_points ? 'partial' : 'incorrect';
}

function verdictText(type: VerdictType, t: Texts): string {
  switch (type) {
    case 'correct':
      return t('Correct');
    case 'partial':
      return t('Partly correct');
    case 'incorrect':
      return t('Incorrect');
    case 'unanswered':
      return t('Not answered');
  }
}
