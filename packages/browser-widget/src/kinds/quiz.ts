import type { PublicQuestion, QuestionAnswer, QuestionAnswers, QuestionType } from '@askwell/server/contract';
import { afterSubmission } from '../../../server-lib/src/shared/presentation/after-answer.js';
import { questionHint } from '../../../server-lib/src/shared/presentation/hints.js';
import { quizTokens } from '../../../server-lib/src/shared/presentation/quiz-tokens.js';
import { openDraft } from '../flow/draft.js';
import { choiceId } from '../inputs/choice-id.js';
import { type Control, formItem, mapAnswer, picture } from '../inputs/control.js';
import { optionList } from '../inputs/option-list.js';
import { rankingInput } from '../inputs/ranking-input.js';
import { rowInputs } from '../inputs/row-inputs.js';
import { selectInput } from '../inputs/select-input.js';
import { textInput } from '../inputs/text-input.js';
import { localize } from '../questions/rich-text.js';
import { questionStyles } from '../questions/styles.js';
import { pageTurner } from '../questions/turn-pages.js';
import { checkEach, isUnchecked } from '../quiz/check-each.js';
import { contactFields } from '../quiz/contact-fields.js';
import { keepFormulas, renderFormula } from '../quiz/formulas.js';
import styles from '../quiz/quiz.css';
import { showStart } from '../quiz/show-start.js';
import { startTimer } from '../quiz/timer.js';
import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import type { Kind } from './kind.js';

/** The inputs for each type of question. A missing type does not compile. */
const views: {
  readonly [Type in QuestionType]: (question: PublicQuestion, t: Translator) => Control<QuestionAnswers[Type]>;
} = {
  single: (question, t) => mapAnswer(optionList(question, t), choiceId),
  multiple: (question, t) => mapAnswer(optionList(question, t), ({ choices }) => choices),
  boolean: (_question, t) =>
    mapAnswer(optionList({ options: trueAndFalse(t), inline: true }, t), (chosen) => choiceId(chosen) === 'true'),
  text: (_question, t) => textInput({ type: 'short_text' }, t),
  number: (_question, t) => mapAnswer(textInput({ type: 'number' }, t), Number),
  order: (question, t) => rankingInput(question, t, true),
  match({ options, targets }, t) {
    const rows = rowInputs(options, () => mapAnswer(selectInput(targets, t), choiceId), t);
    // A list to choose from cannot show images and formulas.
    if (targets.some(({ image_url, label }) => image_url || /\$/.test(label))) rows.node.prepend(pictures(targets, t));
    return rows;
  },
};

/** Shows the targets with their images. Visitors cannot select them there. */
function pictures(targets: PublicQuestion['targets'], t: Translator): HTMLElement {
  const items = targets.map(({ label, image_url }) =>
    h('li', 'option', picture(image_url), h('span', 'text', t.richLabel(label))),
  );
  const list = h('ul', 'options pictures', items);
  list.style.pointerEvents = 'none';
  return list;
}

/** Renders quizzes. */
export const quiz: Kind<'quiz'> = {
  styles: questionStyles + styles,
  localize(t, view) {
    keepFormulas(view);
    return localize(t, view, { tokens: quizTokens, renderFormula });
  },
  name: 'quiz',
  plural: 'quizzes',
  answers: 'attempts',
  contactFields,
  startTimer(context, form, over) {
    const { started, display } = context;
    const isList = display.host.getAttribute('layout') === 'list';
    if (started?.quiz.feedback === 'each') checkEach(context, form, isList, over);
    return startTimer(context, form, over);
  },
  afterIn(receipt, { after }) {
    keepFormulas(receipt);
    // Older servers send no message.
    return receipt.message === undefined ? after : afterSubmission(receipt);
  },
  mayRepeat: ({ max_attempts }) => (max_attempts ?? 1) > 1,
  start: {
    isNeeded: ({ needs_start }) => needs_start,
    show: showStart,
  },
  answerForm(view, t, layout, started) {
    // The view after the start.
    keepFormulas(view);
    const { questions = [] } = view;
    const create = (question: PublicQuestion) => {
      const control: Control<QuestionAnswer> = views[question.type](question, t);
      return formItem(
        { ...question, label: question.prompt, isOption: true, hint: questionHint(question, t) },
        control,
        t,
      );
    };
    const items = questions.map(create);
    const isList = layout === 'list';
    const pages = new Map(items.map((item, at) => [item, isList ? 0 : at]));
    const isChecked = started?.quiz.feedback === 'each' && !isList;
    const isOpen = ({ id }: PublicQuestion) => started?.checks.every((checked) => checked.id !== id);
    return {
      items,
      submitLabel: 'Submit answers',
      turnPages: pageTurner('Question {n} of {m}', () => pages, create, {
        // Without an open question the last page, since -1 is turned into the largest number.
        first: isChecked ? questions.findIndex(isOpen) >>> 0 : 0,
        mainLabel: () => isChecked && items.some(isUnchecked) && t('Check answer'),
      }),
    };
  },
  attemptIn: ({ attempt }) => attempt,
  attemptOf: ({ questions = [] }, body) => ({ questions, answers: JSON.parse(body).answers }),
  openDraft: (context, ...items) => openDraft(context, context.view.questions, ...items),
};

function trueAndFalse(t: Translator) {
  return [
    { id: 'true', label: t('True') },
    { id: 'false', label: t('False') },
  ];
}
