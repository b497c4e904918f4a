import type { AttemptReceipt, PublicQuestion, QuestionAnswer, RevealedQuestion } from '../../contract/resources.js';
import type { Localizer } from '../../messages/localizer.js';
import { type Html, type HtmlPart, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import { figures } from '../bars.js';

/** Renders the score and the review of an attempt, as far as the quiz reveals them. */
export function attemptView(
  localizer: Localizer,
  receipt: AttemptReceipt,
  questions: readonly PublicQuestion[],
  answers: Readonly<Record<string, QuestionAnswer>>,
): Html {
  return html`${score(localizer, receipt)}${review(localizer, receipt, questions, answers)}`;
}

function score(
  { words, withLang, number, percent }: Localizer,
  { score: reached, max_score, percentage, passed, band }: AttemptReceipt,
): Html | null {
  if (reached === null || max_score === null || percentage === null) return null;
  const verdict =
    passed !== null &&
    html`<p class="verdict ${passed ? 'good' : 'bad'}">${passed ? icons.done : icons.wrong}${withLang(passed ? words.quiz.passed : words.quiz.failed)}</p>`;
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
  answers: Readonly<Record<string, QuestionAnswer>>,
): Html | null {
  const items = revealed.flatMap((result) => {
    const { id, correct } = result;
    const question = questions.find((candidate) => candidate.id === id);
    if (!question || correct === null) return [];
    return [reviewItem(localizer, question, result, Object.hasOwn(answers, id) ? answers[id] : undefined)];
  });
  return items.length === 0 ? null : html`<ol class="review">${items}</ol>`;
}

function reviewItem(
  localizer: Localizer,
  question: PublicQuestion,
  { correct, points, answer: solution, explanation }: RevealedQuestion,
  answer: QuestionAnswer | undefined,
): Html {
  const { words, withLang, number } = localizer;
  const verdict = correct ? words.quiz.right : words.quiz.wrong;
  const facts: (readonly [HtmlPart, HtmlPart])[] = [
    [
      withLang(words.quiz.yours),
      answer === undefined ? withLang(words.noAnswer) : answerText(localizer, question, answer),
    ],
    ...(solution === null ? [] : [[withLang(words.quiz.solution), answerText(localizer, question, solution)] as const]),
  ];
  return html`<li><p class="prompt" dir="auto">${question.prompt}</p>
<p class="verdict ${correct ? 'good' : 'bad'}">${correct ? icons.done : icons.wrong}${withLang(verdict)}${
    points !== null && html` <span class="count">${withLang(words.quiz.points(points, number(points)))}</span>`
  }</p>${figures(facts)}${explanation && html`<p class="authored" dir="auto">${explanation}</p>`}</li>`;
}

type AnswerOrSolution = QuestionAnswer | NonNullable<RevealedQuestion['answer']>;

/** Returns an answer or a solution as text. */
function answerText(localizer: Localizer, question: PublicQuestion, answer: AnswerOrSolution): HtmlPart {
  const { words, withLang, number } = localizer;
  const label = (id: string) => html`<bdi>${labelIn(question.options, id)}</bdi>`;
  if (typeof answer === 'boolean') return withLang(answer ? words.yes : words.no);
  if (typeof answer === 'number') return number(answer);
  if (typeof answer === 'string') return question.type === 'text' ? html`<bdi>${answer}</bdi>` : label(answer);
  if (isNumberSolution(answer)) return numberSolution(localizer, answer);
  if (!Array.isArray(answer)) {
    const matched = Object.entries(answer).map(
      ([left, right]) => html`<li>${label(left)}: <bdi>${labelIn(question.targets, right)}</bdi></li>`,
    );
    return html`<ul class="plain">${matched}</ul>`;
  }
  if (question.type === 'text')
    return join(
      answer.map((text) => html`<bdi>${text}</bdi>`),
      withLang(words.quiz.or),
    );
  if (question.type === 'order') return html`<ol class="order">${answer.map((id) => html`<li>${label(id)}</li>`)}</ol>`;
  return html`<ul class="plain">${answer.map((id) => html`<li>${label(id)}</li>`)}</ul>`;
}

function isNumberSolution(answer: object): answer is { value: number; tolerance: number } {
  return 'tolerance' in answer && typeof answer.tolerance === 'number';
}

function numberSolution(
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

function join(parts: readonly Html[], separator: Html): Html[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
