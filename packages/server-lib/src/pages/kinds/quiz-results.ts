import type { PublicQuestion, QuizResults } from '../../contract/resources.js';
import type { Localizer } from '../../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../../web/html.js';
import { bars, figures, largest } from '../bars.js';

/** The maximum number of bars in the chart of scores. */
const maxScoreBars = 100;

/** Renders the results of a quiz. */
export function quizResults(localizer: Localizer, results: QuizResults, questions: readonly PublicQuestion[]): Html {
  const { words, withLang, number, percent } = localizer;
  const { average_score, average_percentage, pass_rate, distribution } = results;
  const values: (readonly [HtmlPart, HtmlPart])[] = [
    ...(average_score === null || average_percentage === null
      ? []
      : [
          [
            withLang(words.quiz.averageScore),
            html`${number(average_score)} (${percent(average_percentage / 100)})`,
          ] as const,
        ]),
    ...(pass_rate === null ? [] : [[withLang(words.quiz.passed), percent(pass_rate)] as const]),
  ];
  const max = largest(distribution.map(({ count }) => count));
  const shown = distribution.length > maxScoreBars ? [] : distribution;
  const scores = shown.map(({ score, count }) => ({
    label: withLang(words.quiz.points(score, number(score))),
    share: count / max,
    figure: number(count),
  }));
  const rates = results.questions.flatMap(({ id, correct_rate }) => {
    const question = questions.find((candidate) => candidate.id === id);
    return question ? [{ label: question.prompt, share: correct_rate, figure: percent(correct_rate) }] : [];
  });
  return html`${values.length > 0 && figures(values)}${
    scores.length > 0 && html`<h3>${withLang(words.quiz.distribution)}</h3>${bars(localizer, scores, 'rows')}`
  }${rates.length > 0 && html`<h3>${withLang(words.quiz.correctRate)}</h3>${bars(localizer, rates, 'even')}`}`;
}
