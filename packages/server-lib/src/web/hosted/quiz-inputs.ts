import { type Html, html } from '../../base/html.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import type { PublicQuestion, PublicQuiz } from '../../shared/contract/resources.js';
import { questionHint } from '../../shared/presentation/hints.js';
import { boxes, type Choice, radios } from './choices.js';
import { type FormQuestion, line, questionGroup } from './controls.js';
import type { FormContext } from './form-context.js';
import { hasSamePlace, matches, ranks } from './pairs.js';

/** Renders the questions of a quiz, and the fields for the visitor's name and email if the quiz asks for them. */
export function quizInputs(formContext: FormContext, questions: readonly PublicQuestion[], asked: AskedContact): Html {
  return html`${questions.map((question) => questionInput(formContext, question))}${contactInputs(formContext, asked)}`;
}

/** What a quiz asks about its visitors. */
type AskedContact = Pick<PublicQuiz, 'collect_name' | 'collect_email'>;

/** Renders one question of a quiz. */
export function questionInput(formContext: FormContext, definition: PublicQuestion): Html {
  const { words, withLang } = formContext.localizer;
  const { id, options, targets } = definition;
  const hint = questionHint(definition, formContext.localizer.texts);
  const question: FormQuestion = {
    name: id,
    path: `answers.${id}`,
    label: definition.prompt,
    image: definition.image_url,
    help: hint === null ? null : withLang(hint),
  };
  switch (definition.type) {
    case 'single':
      return questionGroup(formContext, question, radios(formContext, question, options.map(choiceOf)));
    case 'multiple':
      return questionGroup(formContext, question, boxes(formContext, question, options.map(choiceOf)));
    case 'boolean':
      return questionGroup(formContext, question, radios(formContext, question, trueAndFalse(formContext)));
    case 'text':
      return line(formContext, question, 'text', html` autocomplete="off"`);
    case 'number':
      return line(formContext, question, 'number', html` step="any" inputmode="decimal"`);
    case 'order': {
      const prefix = `${id}.rank.`;
      const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
      const ordered = {
        ...question,
        help: html`<p class="how-to-rank">${withLang(words.quiz.order)}</p>`,
        fault,
        focusName: prefix + (options[0]?.id ?? ''),
      };
      return questionGroup(formContext, ordered, ranks(formContext, prefix, options));
    }
    case 'match': {
      const matched = { ...question, focusName: `${id}.${options[0]?.id ?? ''}` };
      return questionGroup(
        formContext,
        matched,
        matches(formContext, `${id}.`, options, targets.map(choiceOf), words.choose),
      );
    }
  }
}

function choiceOf({ id, label, image_url }: PublicQuestion['options'][number]): Choice {
  return { value: id, label, image: image_url };
}

function trueAndFalse({ localizer: { words, withLang } }: FormContext): Choice[] {
  return [
    { value: 'true', label: withLang(words.isTrue) },
    { value: 'false', label: withLang(words.isFalse) },
  ];
}

/** The optional fields for the visitor's name and email. */
function contactInputs(formContext: FormContext, { collect_name, collect_email }: AskedContact): Html {
  const { words, withLang } = formContext.localizer;
  const help = withLang(words.quiz.nameHelp);
  const members = [
    collect_name && { member: 'name', label: words.quiz.name, help, type: 'text' },
    collect_email && { member: 'email', label: words.quiz.email, help: collect_name ? null : help, type: 'email' },
  ].filter((member) => member !== false);
  return html`${members.map(({ member, type, ...texts }) => {
    const question = { ...texts, name: memberFieldName(member), path: member };
    return line(formContext, question, type, html` autocomplete="${member}"`);
  })}`;
}
