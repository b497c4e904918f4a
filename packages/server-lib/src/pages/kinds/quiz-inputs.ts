import { besideName } from '../../asks/submit/form-member-names.js';
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
import type { Sheet } from '../form/form-context.js';

/** The questions of a quiz, and who answers them. */
export function quizInputs(sheet: Sheet, questions: readonly PublicQuestion[]): Html {
  return html`${questions.map((question) => input(sheet, question))}${signature(sheet)}`;
}

function input(sheet: Sheet, asked: PublicQuestion): Html {
  const { words, say } = sheet.speech;
  const { id, options, targets } = asked;
  const question: Question = { name: id, path: `answers.${id}`, label: asked.prompt, image: asked.image_url };
  switch (asked.type) {
    case 'single':
      return group(sheet, question, radios(sheet, question, options.map(choiceOf)));
    case 'multiple':
      return group(
        sheet,
        { ...question, help: say(words.quiz.several) },
        boxes(sheet, question, options.map(choiceOf)),
      );
    case 'boolean':
      return group(sheet, question, radios(sheet, question, truths(sheet)));
    case 'text':
      return line(sheet, question, 'text', html` autocomplete="off"`);
    case 'number':
      return line(sheet, question, 'number', html` step="any" inputmode="decimal"`);
    case 'order': {
      const prefix = `${id}.rank.`;
      const fault = hasSamePlace(sheet, prefix, options) ? words.refused.samePlace : null;
      const ordered = { ...question, help: say(words.quiz.order), fault, leadsTo: prefix + (options[0]?.id ?? '') };
      return group(sheet, ordered, ranks(sheet, prefix, options));
    }
    case 'match': {
      const matched = { ...question, help: say(words.quiz.match), leadsTo: `${id}.${options[0]?.id ?? ''}` };
      return group(sheet, matched, pairs(sheet, `${id}.`, options, targets.map(choiceOf), words.choose));
    }
  }
}

function choiceOf({ id, label, image_url }: PublicQuestion['options'][number]): Choice {
  return { value: id, label, image: image_url };
}

function truths({ speech: { words, say } }: Sheet): Choice[] {
  return [
    { value: 'true', label: say(words.true) },
    { value: 'false', label: say(words.false) },
  ];
}

/** Whoever likes puts a name to what they answer. */
function signature(sheet: Sheet): Html {
  const { words, say } = sheet.speech;
  const members = [
    { member: 'name', label: words.quiz.name, type: 'text' },
    { member: 'email', label: words.quiz.email, type: 'email' },
  ];
  const isOpen = members.some(({ member }) => sheet.filled.text(besideName(member)) !== '');
  const fields = members.map(({ member, label, type }) => {
    const question = { name: besideName(member), path: member, label };
    return line(sheet, question, type, html` autocomplete="${member}"`);
  });
  return html`<details class="more"${isOpen && html` open`}><summary>${say(words.quiz.sign)}</summary><p class="help">${say(words.quiz.signHelp)}</p>${fields}</details>`;
}
