import { memberFieldName } from '../../asks/submit/form-member-names.js';
import type { PublicQuestion } from '../../quizzes/quiz-types.js';
import { type Html, html } from '../../web/html.js';
import {
  boxes,
  type Choice,
  group,
  hasSamePlace,
  line,
  pairs,
  type Question,
  radios,
  ranks,
} from '../form/controls.js';
import type { FormContext } from '../form/form-context.js';

/** The questions of a quiz, and who answers them. */
export function quizInputs(formContext: FormContext, questions: readonly PublicQuestion[]): Html {
  return html`${questions.map((question) => input(formContext, question))}${signature(formContext)}`;
}

function input(formContext: FormContext, asked: PublicQuestion): Html {
  const { words, withLang } = formContext.localizer;
  const { id, options, targets } = asked;
  const question: Question = { name: id, path: `answers.${id}`, label: asked.prompt, image: asked.image_url };
  switch (asked.type) {
    case 'single':
      return group(formContext, question, radios(formContext, question, options.map(choiceOf)));
    case 'multiple':
      return group(
        formContext,
        { ...question, help: withLang(words.quiz.several) },
        boxes(formContext, question, options.map(choiceOf)),
      );
    case 'boolean':
      return group(formContext, question, radios(formContext, question, yesAndNo(formContext)));
    case 'text':
      return line(formContext, question, 'text', html` autocomplete="off"`);
    case 'number':
      return line(formContext, question, 'number', html` step="any" inputmode="decimal"`);
    case 'order': {
      const prefix = `${id}.rank.`;
      const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
      const ordered = {
        ...question,
        help: withLang(words.quiz.order),
        fault,
        focusName: prefix + (options[0]?.id ?? ''),
      };
      return group(formContext, ordered, ranks(formContext, prefix, options));
    }
    case 'match': {
      const matched = { ...question, help: withLang(words.quiz.match), focusName: `${id}.${options[0]?.id ?? ''}` };
      return group(formContext, matched, pairs(formContext, `${id}.`, options, targets.map(choiceOf), words.choose));
    }
  }
}

function choiceOf({ id, label, image_url }: PublicQuestion['options'][number]): Choice {
  return { value: id, label, image: image_url };
}

function yesAndNo({ localizer: { words, withLang } }: FormContext): Choice[] {
  return [
    { value: 'true', label: withLang(words.yes) },
    { value: 'false', label: withLang(words.no) },
  ];
}

/** Whoever likes puts a name to what they answer. */
function signature(formContext: FormContext): Html {
  const { words, withLang } = formContext.localizer;
  const members = [
    { member: 'name', label: words.quiz.name, type: 'text' },
    { member: 'email', label: words.quiz.email, type: 'email' },
  ];
  const isOpen = members.some(({ member }) => formContext.values.text(memberFieldName(member)) !== '');
  const fields = members.map(({ member, label, type }) => {
    const question = { name: memberFieldName(member), path: member, label };
    return line(formContext, question, type, html` autocomplete="${member}"`);
  });
  return html`<details class="more"${isOpen && html` open`}><summary>${withLang(words.quiz.addName)}</summary><p class="help">${withLang(words.quiz.addNameHelp)}</p>${fields}</details>`;
}
