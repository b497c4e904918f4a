import type { Localizer } from '../../base/localizer.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import { answersOf, type FormBody, logicOf } from '../../kinds/form/stored-submission.js';
import { ownMember } from '../../kinds/inputs/own-member.js';
import type { Fact } from '../../owners/email/email-layout.js';
import type { Field, FieldAnswer, WriteIn } from '../../shared/contract/resources.js';
import { answerTexts } from '../../shared/presentation/answer-text.js';
import type { PresentedAttempt } from '../../shared/presentation/attempt-outcome.js';
import { placeholderFiller } from '../../shared/presentation/placeholder-values.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { quizTokens } from '../../shared/presentation/quiz-tokens.js';
import type { Block, Text } from '../../shared/presentation/results/blocks.js';
import { plainLabel, textWithUrls } from '../../shared/presentation/rich-text.js';
import type { Texts } from '../../shared/presentation/texts.js';

/**
 * The maximum length of an answer in a receipt. Longer answers are cut, because anyone can enter an address, and must not send long
 * texts to it.
 */
const maxLength = 1_000;

/** Returns the answers of a submission, with the labels of the fields as the visitor read them. Omits hidden fields. */
export function submissionFacts({ fields }: Pick<FormOwn, 'fields'>, body: FormBody, localizer: Localizer): Fact[] {
  const answers = answersOf(body);
  const fill = placeholderFiller(fields, { answers, variables: logicOf(body).variables }, localizer.texts);
  const show = (label: string) => plainLabel(label, fill);
  return fields.flatMap((field) => {
    const answer = field.type === 'hidden' ? undefined : ownMember(answers, field.id);
    return answer === undefined
      ? []
      : [{ label: show(field.label) || field.id, value: cut(sayAnswer(field, answer, localizer, show)) }];
  });
}

type ShowLabel = (label: string) => string;

function sayAnswer(field: Field, answer: FieldAnswer, { texts, words }: Localizer, show: ShowLabel): string {
  if (typeof answer === 'boolean') return words.translate(answer ? 'Yes' : 'No');
  if (typeof answer === 'number') return texts.exact(answer);
  const labelOf = (items: readonly LabelledItem[], id: string) => {
    const item = items.find((one) => one.id === id);
    return item ? show(item.label) : id;
  };
  const options = 'options' in field ? field.options : [];
  const say = (choice: string | WriteIn) => (typeof choice === 'string' ? labelOf(options, choice) : choice.other);
  if (typeof answer === 'string') return labelOf(options, answer);
  if (Array.isArray(answer)) return sayList(answer.map(say), field.type === 'ranking');
  if (field.type !== 'matrix') return typeof answer.other === 'string' ? answer.other : '';
  return Object.entries(answer)
    .map(([row, option]) => `${labelOf(field.rows, row)}: ${labelOf(options, String(option))}`)
    .join('\n');
}

interface LabelledItem {
  readonly id: string;
  readonly label: string;
}

function sayList(texts: readonly string[], isOrdered: boolean): string {
  return texts.map((text, at) => (isOrdered ? `${at + 1}. ${text}` : text)).join('\n');
}

/** Returns the facts of an attempt that the visitor may see: the score and the review, if the quiz reveals them, or the answers. */
export function attemptFacts(blocks: readonly Block[], { questions, answers }: PresentedAttempt, t: Texts): Fact[] {
  const scores = blocks.flatMap((block) =>
    block.type === 'score'
      ? [
          {
            label: block.verdict?.text ?? block.percentage,
            value: joinLines([
              block.points,
              block.percentage,
              block.band?.title,
              block.band?.message && textWithUrls(block.band.message, quizTokens),
            ]),
          },
        ]
      : [],
  );
  const items = blocks.flatMap((block) => (block.type === 'review' ? block.items : []));
  if (items.length > 0) {
    return [
      ...scores,
      ...items.map(({ prompt, verdict, points, facts, explanation }) => ({
        label: plainQuizLabel(prompt),
        value: joinLines([
          points === null ? verdict.text : `${verdict.text} (${points})`,
          ...facts.map(({ name, values }) => `${name}: ${cut(values.map(textOf).join(', '))}`),
          explanation && textWithUrls(explanation, quizTokens),
        ]),
      })),
    ];
  }
  const own = questions.flatMap((question) => {
    const answer = ownMember(answers, question.id);
    if (answer === undefined) return [];
    const { values, isOrdered } = answerTexts(question, answer, t);
    return [{ label: plainQuizLabel(question.prompt), value: cut(sayList(values.map(textOf), isOrdered)) }];
  });
  return [...scores, ...own];
}

function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  return 'author' in text ? text.author : text.map(textOf).join('');
}

function joinLines(lines: readonly (string | null | undefined)[]): string {
  return lines.filter((line) => line).join('\n');
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
}
