import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { optionBucket } from '../../kinds/quiz/quiz-results.js';
import type { QuizOwn, StoredQuestion } from '../../kinds/quiz/stored-quiz.js';
import type { QuestionResult, QuizResults } from '../../shared/contract/resources.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { byAuthor, type Figure } from '../../shared/presentation/results/blocks.js';
import { bar } from '../../shared/presentation/results/charts.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { percentage as formatPercentage, percent } from '../owner-localizer.js';
import type { ChartColumn, ColumnGroup } from './column-chart.js';
import type { CountableAnswer, Insight, KindInsights } from './insight.js';

/** The insights of quizzes: the scores with their bands, and the hardest questions first. */
export const quizInsights: KindInsights<QuizOwn, QuizWire> = {
  choices: quizChoices,
  figures: quizFigures,
  uncounted: () => 0,
  insights: (own, results) => [...scores(own, results), ...hardestQuestions(own, results)],
  openInputs: ({ questions }) =>
    questions.flatMap(({ id, type, prompt }) =>
      type === 'text' || type === 'number'
        ? [{ column: `field.${id}`, label: plainQuizLabel(prompt), type: 'value', answered: null } as const]
        : [],
    ),
  replacesResults: true,
  // The counts of options, which reveal the correct ones, are not presented.
  shareable: (_own, results) => results,
};

function quizChoices({ questions }: QuizOwn): CountableAnswer[] {
  return questions.flatMap((question) =>
    optionsOf(question).map(({ id, label }) => ({
      bucket: optionBucket(question.id, id),
      question: plainQuizLabel(question.prompt),
      label,
    })),
  );
}

/** Returns the options of a question that an answer chooses from. */
function optionsOf({ type, options }: StoredQuestion): readonly { id: string; label: string }[] {
  if (type === 'boolean') return truths;
  if (type !== 'single' && type !== 'multiple') return [];
  return options.map(({ id, label }) => ({ id, label: plainQuizLabel(label) }));
}

const truths = [
  { id: 'true', label: 'True' },
  { id: 'false', label: 'False' },
];

function quizFigures({ average_score, average_percentage, pass_rate }: Omit<QuizResults, 'quiz_id'>): Figure[] {
  const average =
    average_score === null || average_percentage === null
      ? []
      : [
          { name: 'Average score', value: formatPercentage(average_percentage) },
          { name: 'Average points', value: number(average_score) },
        ];
  return [...average, ...(pass_rate === null ? [] : [{ name: 'Passed', value: percent(pass_rate) }])];
}

/** The maximum number of points with a column each. */
const maxPointColumns = 20;
const rangeColumns = 10;

function scores(own: QuizOwn, { distribution, attempts_count }: Omit<QuizResults, 'quiz_id'>): Insight[] {
  if (attempts_count === 0) return [];
  // Attempts of a quiz that draws questions may have different maximum scores.
  const total = own.questions.reduce((sum, { points }) => sum + points, 0);
  const top = Math.max(own.draw === null ? total : 0, distribution.at(-1)?.score ?? 0);
  const isWhole = distribution.every(({ score }) => Number.isInteger(score)) && Number.isInteger(top);
  const step = isWhole && top <= maxPointColumns ? 1 : top / rangeColumns;
  const starts = Array.from({ length: step === 1 ? top + 1 : rangeColumns }, (_, at) => at * step);
  const columnOf = (score: number) => Math.min(starts.length - 1, Math.floor(score / step + 1e-9));
  const counts = starts.map(() => 0);
  for (const { score, count } of distribution) counts[columnOf(score)] = (counts[columnOf(score)] ?? 0) + count;
  const columns = starts.map((start, at): ChartColumn => {
    const label = step === 1 ? number(start) : `${number(start)} – ${number(start + step)}`;
    return { label, tick: number(start), value: counts[at] ?? 0 };
  });
  const groups = own.draw === null ? bandsOf(own, starts, top) : [];
  const passing = own.pass_percentage === null ? null : passMark(own.pass_percentage, own.draw === null ? top : null);
  return [
    {
      type: 'chart',
      note: passing,
      chart: { id: 'scores', title: 'Scores', axis: 'Points', unit: 'Attempts', columns, groups },
    },
  ];
}

/** The score from which an attempt is passed. The number of points is known if all attempts have the same questions. */
function passMark(percentage: number, top: number | null): string {
  const points = top !== null && `, ${number((top * percentage) / 100)} of ${count(top, 'point', 'points')}`;
  return `Pass mark: ${formatPercentage(percentage)}${points || ''}`;
}

/** Returns the columns that each band spans. A column belongs to the band of its first score. */
function bandsOf({ bands }: QuizOwn, starts: readonly number[], top: number): ColumnGroup[] {
  if (top === 0) return [];
  const sorted = [...bands].sort((a, b) => a.min_percentage - b.min_percentage);
  const bandAt = (start: number) => sorted.findLast(({ min_percentage }) => (100 * start) / top >= min_percentage);
  return sorted.flatMap((band) => {
    const own = starts.flatMap((start, at) => (bandAt(start) === band ? [at] : []));
    const [from, to] = [own[0], own.at(-1)];
    return from === undefined || to === undefined ? [] : [{ label: band.title, from, to }];
  });
}

function hardestQuestions({ questions }: QuizOwn, results: Omit<QuizResults, 'quiz_id'>): Insight[] {
  if (results.attempts_count === 0) return [];
  const bars = [...results.questions]
    .sort((a, b) => a.correct_rate - b.correct_rate)
    .flatMap((result) => {
      const question = questions.find(({ id }) => id === result.id);
      if (!question) return [];
      const { correct_rate: share } = result;
      const details = ['correct', ...wrongAnswers(question, result)];
      return [bar({ label: byAuthor(plainQuizLabel(question.prompt)), share, figure: percent(share), details })];
    });
  return [{ type: 'bars', title: 'Questions, hardest first', about: null, bars }];
}

/** Returns the wrong options that were chosen, the most frequent one first. The marks around a label keep its direction apart. */
function wrongAnswers(question: StoredQuestion, { options }: QuestionResult): string[] {
  const isCorrect = (id: string) =>
    Array.isArray(question.answer) ? question.answer.some((one) => one === id) : String(question.answer) === id;
  const timesOf = (id: string) => options[id] ?? 0;
  const wrong = optionsOf(question).filter(({ id }) => !isCorrect(id) && timesOf(id) > 0);
  const chosen = wrong.sort((a, b) => timesOf(b.id) - timesOf(a.id));
  if (chosen.length === 0) return [];
  const texts = chosen.map(
    ({ id, label }) => `\u2068${label}\u2069 (${count(timesOf(id), 'time', 'times').replace(' ', '\u00a0')})`,
  );
  return [`${texts.length > 1 ? 'Wrong answers' : 'Wrong answer'}: ${texts.join(', ')}`];
}
