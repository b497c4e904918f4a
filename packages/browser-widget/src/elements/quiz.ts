import type { PublicQuestion, QuestionAnswer, QuestionAnswers, QuestionType } from '@askwell/server/contract';
import { chosenId } from '../inputs/choice.js';
import { answering, type Control, item } from '../inputs/control.js';
import { options } from '../inputs/option-list.js';
import { ranking } from '../inputs/ranking-input.js';
import { rows } from '../inputs/row-inputs.js';
import { select } from '../inputs/select-input.js';
import { line } from '../inputs/text-input.js';
import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { clockTime } from '../ui/parts.js';
import { AskElement } from './ask-element.js';
import type { Kind } from './kind.js';

/** How each type of question is answered. One that is missing does not compile. */
const views: {
  readonly [Type in QuestionType]: (question: PublicQuestion, t: Words) => Control<QuestionAnswers[Type]>;
} = {
  single: (question, t) => answering(options(question, t), chosenId),
  multiple: (question, t) => answering(options(question, t), ({ choices }) => choices),
  boolean: (_question, t) =>
    answering(options({ options: yesAndNo(t), inline: true }, t), (chosen) => chosenId(chosen) === 'true'),
  text: (_question, t) => line({ type: 'short_text' }, t),
  number: (_question, t) => answering(line({ type: 'number' }, t), Number),
  order: (question, t) => ranking(question, t, true),
  match: ({ options, targets }, t) => rows(options, () => answering(select(targets, t), chosenId), t),
};

const quiz: Kind<'quiz'> = {
  name: 'quiz',
  plural: 'quizzes',
  answers: 'attempts',
  mayRepeat: ({ max_attempts }) => (max_attempts ?? 1) > 1,
  start: {
    isNeeded: ({ needs_start }) => needs_start,
    intro: ({ questions_count: n, time_limit_seconds }, t) =>
      h(
        'p',
        'total',
        h('span', '', t('{n} question|{n} questions', { n })),
        time_limit_seconds !== null && h('span', '', t('Time limit: {time}', { time: clockTime(time_limit_seconds) })),
      ),
    open: ({ quiz }) => quiz,
  },
  sheet({ questions = [] }, t, isList) {
    const items = questions.map((question) => {
      const control: Control<QuestionAnswer> = views[question.type](question, t);
      return { ...item({ ...question, label: question.prompt }, control, t), breaks: !isList };
    });
    return { items, submit: 'Submit answers', count: 'Question {n} of {m}' };
  },
  isTold: true,
};

export function yesAndNo(t: Words) {
  return [
    { id: 'true', label: t('Yes') },
    { id: 'false', label: t('No') },
  ];
}

/** `<askwell-quiz quiz-id="quiz_…">`: visitors take a quiz, and are told as much as its author reveals. */
export class AskwellQuiz extends AskElement<'quiz'> {
  constructor() {
    super(quiz);
  }
}
