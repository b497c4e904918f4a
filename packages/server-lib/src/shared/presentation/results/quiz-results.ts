import type { PublicQuestion, QuizResults } from '../../contract/resources.js';
import type { Texts } from '../texts.js';
import { type Block, type Figure, labelText, type ResultsModel } from './blocks.js';
import { bar, figures, histogram, resultsModel, valueBins } from './charts.js';

/** Presents the results of a quiz. */
export function presentQuizResults(
  results: QuizResults,
  questions: readonly Pick<PublicQuestion, 'id' | 'prompt'>[],
  t: Texts,
): ResultsModel {
  const { attempts_count, average_score, average_percentage, pass_rate, distribution } = results;
  const averageScore: Figure | null =
    average_score === null || average_percentage === null
      ? null
      : { name: t('Average score'), value: `${t.number(average_score)} (${t.percent(average_percentage / 100)})` };
  const passed = pass_rate === null ? null : { name: t('Passed'), value: t.percent(pass_rate) };
  const asked = attempts_count > 0 ? results.questions : [];
  const rates = asked.flatMap(({ id, correct_rate }) => {
    const question = questions.find((candidate) => candidate.id === id);
    return question
      ? bar({ label: labelText(question.prompt, t), share: correct_rate, figure: t.percent(correct_rate) })
      : [];
  });
  const scores = distribution.map(({ score, count }) => ({ value: score, count }));
  const scoreChart = histogram(valueBins(scores), t, { valueText: (n) => t('{n} point|{n} points', { n }) });
  const blocks = [
    ...figures([averageScore, passed]),
    ...section(t('Scores'), scoreChart),
    ...section(t('Answered correctly'), rates.length > 0 ? [{ type: 'bars', bars: rates }] : []),
  ];
  return resultsModel(t('{n} answer|{n} answers', { n: attempts_count }), attempts_count, blocks, t);
}

function section(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length > 0 ? [{ type: 'section', title, blocks }] : [];
}
