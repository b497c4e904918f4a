import type { Localizer } from '../../messages/localizer.js';
import type {
  AttemptReceipt,
  PublicQuestion,
  QuestionAnswer,
  QuizResults,
  RevealedQuestion,
} from '../../quizzes/quiz-types.js';
import { type Html, type HtmlPart, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import { bars, figures, largest } from '../bars.js';

/** How an attempt went, as far as the quiz tells. */
export function attemptView(
  localizer: Localizer,
  receipt: AttemptReceipt,
  questions: readonly PublicQuestion[],
  given: Readonly<Record<string, QuestionAnswer>>,
): Html {
  return html`${score(localizer, receipt)}${review(localizer, receipt, questions, given)}`;
}

function score(
  { words, withLang, number, percent }: Localizer,
  { score: reached, max_score, percentage, passed, band }: AttemptReceipt,
): Html | null {
  if (reached === null || max_score === null || percentage === null) return null;
  const verdict =
    passed !== null &&
    html`<p class="verdict ${passed ? 'good' : 'bad'}">${passed ? icons.done : icons.wrong}${withLang(passed ? words.quiz.passed : words.quiz.errors)}</p>`;
  return html`<section class="score"><p class="score-figure">${percent(percentage / 100)}</p>
<p>${withLang(words.quiz.score(number(reached), number(max_score)))}</p>${verdict}${
    band &&
    html`<div class="band"><p class="band-title" dir="auto">${band.title}</p>${band.message && html`<p class="authored" dir="auto">${band.message}</p>`}</div>`
  }</section>`;
}

function review(
  localizer: Localizer,
  { questions: revealed }: AttemptReceipt,
  questions: readonly PublicQuestion[],
  given: Readonly<Record<string, QuestionAnswer>>,
): Html | null {
  const items = revealed.flatMap((one) => {
    const question = questions.find(({ id }) => id === one.id);
    if (!question || one.correct === null) return [];
    return [reviewed(localizer, question, one, Object.hasOwn(given, one.id) ? given[one.id] : undefined)];
  });
  return items.length === 0 ? null : html`<ol class="review">${items}</ol>`;
}

function reviewed(
  localizer: Localizer,
  question: PublicQuestion,
  { correct, points, answer, explanation }: RevealedQuestion,
  given: QuestionAnswer | undefined,
): Html {
  const { words, withLang, number } = localizer;
  const mark = correct ? words.quiz.right : words.quiz.wrong;
  const facts: (readonly [HtmlPart, HtmlPart])[] = [
    [withLang(words.quiz.yours), given === undefined ? withLang(words.noAnswer) : answerOf(localizer, question, given)],
    ...(answer === null ? [] : [[withLang(words.quiz.solution), answerOf(localizer, question, answer)] as const]),
  ];
  return html`<li><p class="prompt" dir="auto">${question.prompt}</p>
<p class="verdict ${correct ? 'good' : 'bad'}">${correct ? icons.done : icons.wrong}${withLang(mark)}${
    points !== null && html` <span class="count">${withLang(words.quiz.points(points, number(points)))}</span>`
  }</p>${figures(facts)}${explanation && html`<p class="authored" dir="auto">${explanation}</p>`}</li>`;
}

type Shown = QuestionAnswer | NonNullable<RevealedQuestion['answer']>;

/** An answer or a key, in words. */
function answerOf(localizer: Localizer, question: PublicQuestion, answer: Shown): HtmlPart {
  const { words, withLang, number } = localizer;
  const label = (id: string) => html`<bdi>${labelIn(question.options, id)}</bdi>`;
  if (typeof answer === 'boolean') return withLang(answer ? words.yes : words.no);
  if (typeof answer === 'number') return number(answer);
  if (typeof answer === 'string') return question.type === 'text' ? html`<bdi>${answer}</bdi>` : label(answer);
  if (isNumberKey(answer)) return numberKey(localizer, answer);
  if (!Array.isArray(answer)) {
    const matched = Object.entries(answer).map(
      ([left, right]) => html`<li>${label(left)}: <bdi>${labelIn(question.targets, right)}</bdi></li>`,
    );
    return html`<ul class="plain">${matched}</ul>`;
  }
  if (question.type === 'text')
    return joined(
      answer.map((text) => html`<bdi>${text}</bdi>`),
      withLang(words.quiz.or),
    );
  if (question.type === 'order') return html`<ol class="order">${answer.map((id) => html`<li>${label(id)}</li>`)}</ol>`;
  return html`<ul class="plain">${answer.map((id) => html`<li>${label(id)}</li>`)}</ul>`;
}

function isNumberKey(answer: object): answer is { value: number; tolerance: number } {
  return 'tolerance' in answer && typeof answer.tolerance === 'number';
}

function numberKey(
  { words, withLang, number }: Localizer,
  { value, tolerance }: { value: number; tolerance: number },
): HtmlPart {
  return tolerance === 0
    ? number(value)
    : withLang(words.quiz.between(number(value - tolerance), number(value + tolerance)));
}

function labelIn(options: PublicQuestion['options'], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}

function joined(parts: readonly Html[], joint: Html): Html[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [joint, part]));
}

/** More different scores than these tell nobody anything, one by one. */
const mostScores = 100;

/** How all attempts went. */
export function quizResults(localizer: Localizer, results: QuizResults, questions: readonly PublicQuestion[]): Html {
  const { words, withLang, number, percent } = localizer;
  const { average_score, average_percentage, pass_rate, distribution } = results;
  const known: (readonly [HtmlPart, HtmlPart])[] = [
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
  const most = largest(distribution.map(({ count }) => count));
  const shown = distribution.length > mostScores ? [] : distribution;
  const scores = shown.map(({ score, count }) => ({
    label: withLang(words.quiz.points(score, number(score))),
    share: count / most,
    figure: number(count),
  }));
  const rates = results.questions.flatMap(({ id, correct_rate }) => {
    const question = questions.find((one) => one.id === id);
    return question ? [{ label: question.prompt, share: correct_rate, figure: percent(correct_rate) }] : [];
  });
  return html`${known.length > 0 && figures(known)}${
    scores.length > 0 && html`<h3>${withLang(words.quiz.distribution)}</h3>${bars(localizer, scores, 'rows')}`
  }${rates.length > 0 && html`<h3>${withLang(words.quiz.correctRate)}</h3>${bars(localizer, rates, 'even')}`}`;
}
