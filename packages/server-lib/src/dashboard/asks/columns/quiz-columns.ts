import type { Ask, Attempt, Question, QuestionAnswer, Quiz } from '../../../contract/resources.js';
import { ownMember } from '../../../inputs/own-member.js';
import type { Texts } from '../../../presentation/texts.js';
import {
  type AnswerCell,
  type AnswerColumn,
  booleanCell,
  listCell,
  numberCell,
  optionLabel,
  textCell,
  timeCell,
} from './answer-column.js';

type AttemptContent = Omit<Attempt, 'id' | 'voter_ref' | 'created_at' | 'quiz_id'>;

/** Returns the columns of the attempts of a quiz. */
export function attemptTableColumns(
  { questions, pass_percentage, bands }: Omit<Quiz, keyof Ask>,
  t: Texts,
): readonly AnswerColumn<AttemptContent>[] {
  const own: AnswerColumn<AttemptContent>[] = [
    { id: 'name', label: 'Name', read: ({ name }) => textCell(name) },
    { id: 'email', label: 'Email', isMinor: true, read: ({ email }) => textCell(email) },
    { id: 'score', label: 'Score', read: ({ score }) => numberCell(score, t) },
    { id: 'max_score', label: 'Maximum score', isMinor: true, read: ({ max_score }) => numberCell(max_score, t) },
    { id: 'percentage', label: 'Percentage', read: ({ percentage }) => percentCell(percentage, t) },
  ];
  if (pass_percentage !== null)
    own.push({ id: 'passed', label: 'Passed', read: ({ passed }) => booleanCell(passed, t) });
  if (bands.length > 0) own.push({ id: 'band', label: 'Band', read: ({ band }) => textCell(band?.title) });
  own.push({ id: 'graded_at', label: 'Graded (UTC)', isMinor: true, read: ({ graded_at }) => timeCell(graded_at) });
  return [...own, ...questions.flatMap((question) => questionColumns(question, t))];
}

function percentCell(percentage: number | null, t: Texts): AnswerCell | null {
  const cell = numberCell(percentage, t);
  return cell && { ...cell, text: `${cell.text} %`, parts: [...cell.parts, `${cell.text} %`] };
}

function questionColumns(question: Question, t: Texts): readonly AnswerColumn<AttemptContent>[] {
  const { id, prompt } = question;
  const graded = ({ questions }: AttemptContent) => questions.find((entry) => entry.id === id);
  return [
    {
      id: `answers.${id}`,
      label: prompt,
      read: ({ answers }) => answerCell(question, ownMember(answers, id), t),
    },
    {
      id: `correct.${id}`,
      label: `Correct: ${prompt}`,
      isMinor: true,
      read: (attempt) => booleanCell(graded(attempt)?.correct, t),
    },
    {
      id: `points.${id}`,
      label: `Points: ${prompt}`,
      isMinor: true,
      read: (attempt) => numberCell(graded(attempt)?.points, t),
    },
  ];
}

function answerCell(
  { type, options, targets }: Question,
  answer: QuestionAnswer | undefined,
  t: Texts,
): AnswerCell | null {
  if (answer === undefined) return null;
  if (typeof answer === 'boolean') return textCell(t(answer ? 'True' : 'False'));
  if (typeof answer === 'number') return numberCell(answer, t);
  if (typeof answer === 'string') return textCell(type === 'text' ? answer : optionLabel(options, answer));
  if (Array.isArray(answer)) {
    return listCell(
      answer.map((id) => optionLabel(options, id)),
      type === 'order',
    );
  }
  return listCell(
    Object.entries(answer).map(([left, right]) => `${optionLabel(options, left)}: ${optionLabel(targets, right)}`),
  );
}
