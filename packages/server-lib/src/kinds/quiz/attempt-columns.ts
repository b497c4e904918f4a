import {
  type AnswerCell,
  type AnswerColumn,
  booleanCell,
  booleanChoices,
  computedCell,
  labelsOf,
  listCell,
  numberCell,
  type OptionLabels,
  optionCell,
  plainChoices,
  textCell,
  timeCell,
  toItem,
} from '../../core/answers/answer-column.js';
import type { QuestionAnswer } from '../../shared/contract/resources.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { ownMember } from '../inputs/own-member.js';
import { scoreOf } from './mark-attempt.js';
import type { Mark, QuizBody, QuizOwn, StoredQuestion } from './stored-quiz.js';

/** Returns the columns of the attempts of a quiz. */
export function attemptColumns(own: QuizOwn): readonly AnswerColumn<QuizBody>[] {
  const score = ({ marks }: QuizBody) => scoreOf(own, marks);
  const columns: AnswerColumn<QuizBody>[] = [
    { id: 'name', label: 'Name', read: ({ name }) => textCell(name) },
    { id: 'email', label: 'Email', isMinor: true, read: ({ email }) => textCell(email) },
    { id: 'score', label: 'Score', read: ({ marks }) => computedCell(marks.score, 'score') },
    { id: 'max_score', label: 'Maximum score', isMinor: true, read: ({ marks }) => computedCell(marks.max, 'score') },
    {
      id: 'percentage',
      label: 'Percentage',
      average: { measure: 'average', range: { min: 0, max: 100 } },
      read: (body) => computedCell(score(body).percentage, 'percentage'),
    },
  ];
  if (own.pass_percentage !== null)
    columns.push({ id: 'passed', label: 'Passed', read: (body) => booleanCell(score(body).passed) });
  if (own.bands.length > 0)
    columns.push({ id: 'band', label: 'Band', read: (body) => textCell(score(body).band?.title) });
  columns.push({ id: 'graded_at', label: 'Graded (UTC)', isMinor: true, read: ({ marks }) => timeCell(marks.at) });
  const marksOf = createMarkReader();
  return [...columns, ...own.questions.flatMap((question) => questionColumns(question, marksOf))];
}

type ReadMarks = (body: QuizBody) => ReadonlyMap<string, Mark>;

/** Returns the function that reads the marks of an attempt, once for all of its columns. */
function createMarkReader(): ReadMarks {
  let last: { readonly body: QuizBody; readonly marks: ReadonlyMap<string, Mark> } | undefined;
  return (body) => {
    if (last?.body !== body) last = { body, marks: new Map(body.marks.questions.map((mark) => [mark[0], mark])) };
    return last.marks;
  };
}

function questionColumns(question: StoredQuestion, marksOf: ReadMarks): readonly AnswerColumn<QuizBody>[] {
  const { id, options, targets } = question;
  const prompt = plainQuizLabel(question.prompt);
  const [labels, targetLabels] = [labelsOf(options, plainQuizLabel), labelsOf(targets, plainQuizLabel)];
  return [
    {
      id: `field.${id}`,
      label: prompt,
      ...choicesOf(question),
      ...((question.type === 'multiple' || question.type === 'order') && {
        list: { options: plainChoices(options, plainQuizLabel), isOrdered: question.type === 'order' },
      }),
      read: ({ answers }) => answerCell(question, labels, targetLabels, ownMember(answers, id)),
    },
    {
      id: `correct.${id}`,
      label: `Correct: ${prompt}`,
      isMinor: true,
      read: (body) => booleanCell(marksOf(body).get(id)?.[1]),
    },
    {
      id: `points.${id}`,
      label: `Points: ${prompt}`,
      isMinor: true,
      read: (body) => computedCell(marksOf(body).get(id)?.[2], 'score'),
    },
  ];
}

/** The words of the answers to a question of the type "boolean". */
const truths = ['True', 'False'] as const;

function choicesOf({ type, options }: StoredQuestion): Pick<AnswerColumn<QuizBody>, 'choices'> {
  if (type === 'boolean') return { choices: booleanChoices(truths) };
  return type === 'single' || type === 'multiple' ? { choices: plainChoices(options, plainQuizLabel) } : {};
}

function answerCell(
  { type }: StoredQuestion,
  labels: OptionLabels,
  targetLabels: OptionLabels,
  answer: QuestionAnswer | undefined,
): AnswerCell | null {
  if (answer === undefined) return null;
  if (typeof answer === 'boolean') return booleanCell(answer, truths);
  if (typeof answer === 'number') return numberCell(answer);
  if (typeof answer === 'string') return type === 'text' ? textCell(answer) : optionCell(labels, answer);
  if (Array.isArray(answer)) {
    return listCell(
      answer.map((id) => toItem(labels, id)),
      type === 'order',
    );
  }
  return listCell(
    Object.entries(answer).map(([left, right]) => ({
      label: `${toItem(labels, left).label}: ${toItem(targetLabels, right).label}`,
      id: `${left}:${right}`,
    })),
  );
}
