import { type Html, html } from '../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { pairedTargets } from './answer-pairs.js';
import { controlGroup, controlNote, labelledControl, optionList, selectControl } from './control-html.js';
import type { EditorContext } from './editor-context.js';
import { memberLabel } from './member-texts.js';

/** Renders how the list of options shows the correct answer. Null if other controls show it. */
export function renderKeyNote(context: EditorContext, path: string, question: JsonObject): Html | null {
  const { type, options } = question;
  // Options that were written in code have no IDs yet, which marks need.
  if ((type === 'single' || type === 'multiple') && choicesOf(options).length > 0)
    return controlNote(context, path, 'Select the mark of each correct option.');
  if (isListedOrder(question))
    return html`<input type="hidden" name="${path}" value="listed">${controlNote(context, path, 'The order of this list is the correct one. Visitors see another.')}`;
  if (type === 'match' && pairedTargets(question))
    return controlNote(context, path, 'Each line is a correct pair. Visitors see the matches in another order.');
  return null;
}

/** Renders the correct answer of a question. Null if the list of options shows it. */
export function renderAnswerKey(context: EditorContext, path: string, question: JsonObject): Html | null {
  if (renderKeyNote(context, path, question)) return null;
  const { answer } = question;
  const options = choicesOf(question['options']);
  const label = memberLabel('answer');
  switch (question['type']) {
    case 'single':
    case 'multiple':
      return null;
    case 'boolean':
      return oneOf(context, path, label, [unchosen, ...truth], String(answer ?? ''));
    case 'order':
      return controlGroup(
        context,
        path,
        'Correct order',
        'Give each option its position.',
        options.map(({ value, text }) => {
          const at = idsOf(answer).indexOf(value);
          return positionInput(context, `${path}.${value}`, text, at === -1 ? '' : String(at + 1), options.length);
        }),
      );
    case 'match': {
      const targets = choicesOf(question['targets']);
      const pairs = isJsonObject(answer) ? answer : {};
      const ids = new Set(targets.map((target) => target.value));
      const targetOf = (option: string) => {
        const target = String(Object.hasOwn(pairs, option) ? pairs[option] : '');
        // A target that was removed has to be chosen again.
        return ids.has(target) ? target : '';
      };
      const choices = optionList([unchosen, ...targets]);
      return controlGroup(
        context,
        path,
        'Correct pairs',
        '',
        options.map(({ value, text }) =>
          labelledControl(context, {
            path: `${path}.${value}`,
            label: text,
            control: (attributes) => choices(attributes, targetOf(value), targetOf(value)),
          }),
        ),
      );
    }
    case 'number':
      return controlGroup(context, path, label, 'Answers are correct if they differ by at most the tolerance.', [
        numberInput(context, `${path}.value`, 'Number', isJsonObject(answer) ? answer['value'] : undefined),
        numberInput(context, `${path}.tolerance`, 'Tolerance', isJsonObject(answer) ? answer['tolerance'] : undefined),
      ]);
    default:
      return labelledControl(context, {
        path,
        label: 'Accepted answers',
        help: 'One per line.',
        control: (attributes) =>
          html`<textarea ${attributes} rows="3" dir="auto">${'\n'}${idsOf(answer).join('\n')}</textarea>`,
      });
  }
}

/** Reads the correct answer of a question. References to options that no longer exist are left out. */
export function readAnswerKey(form: SubmittedForm, path: string, question: JsonObject): JsonValue | undefined {
  const ids = choicesOf(question['options']).map(({ value }) => value);
  const single = () => allValuesOf(form, path)[0];
  switch (question['type']) {
    case 'single': {
      const id = single() ?? question['answer'];
      return typeof id === 'string' && ids.includes(id) ? id : '';
    }
    case 'boolean': {
      const chosen = single();
      return chosen === undefined ? (question['answer'] ?? '') : chosen === '' ? '' : chosen === 'true';
    }
    case 'multiple':
      return allValuesOf(form, path).filter((id) => ids.includes(id));
    case 'order': {
      if (single() === 'listed') return ids;
      const position = (id: string) => Number(allValuesOf(form, `${path}.${id}`)[0] ?? Number.NaN);
      const place = (id: string) => (Number.isFinite(position(id)) && position(id) > 0 ? position(id) : ids.length + 1);
      return ids.toSorted((a, b) => place(a) - place(b));
    }
    case 'match': {
      const targets = choicesOf(question['targets']).map(({ value }) => value);
      const pairs = ids.map((id) => [id, allValuesOf(form, `${path}.${id}`)[0] ?? ''] as const);
      return Object.fromEntries(pairs.filter(([, target]) => targets.includes(target)));
    }
    case 'number': {
      const number = (name: string) => (allValuesOf(form, `${path}.${name}`)[0] ?? '').trim().replace(',', '.');
      const [value, tolerance] = [number('value'), number('tolerance')];
      const toValue = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text);
      return {
        ...(value === '' ? {} : { value: toValue(value) }),
        ...(tolerance === '' ? {} : { tolerance: toValue(tolerance) }),
      };
    }
    default:
      return (single() ?? '')
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
  }
}

/** Renders the mark that makes an option a correct one. Null if the type of the question has no marks. */
export function renderKeyMark(path: string, question: JsonObject, option: JsonObject): Html | null {
  const { type, answer } = question;
  const { id, label } = option;
  if ((type !== 'single' && type !== 'multiple') || typeof id !== 'string' || id === '') return null;
  const isOn = type === 'single' ? answer === id : idsOf(answer).includes(id);
  return html`<label class="key-mark" title="Correct answer"><input type="${type === 'single' ? 'radio' : 'checkbox'}" name="${path}" value="${id}"${isOn && html` checked`}><span class="unseen">Correct: ${typeof label === 'string' ? label : id}</span></label>`;
}

/** Returns whether the options of a question stand in the correct order. */
function isListedOrder({ type, options, answer }: JsonObject): boolean {
  const ids = choicesOf(options).map(({ value }) => value);
  return type === 'order' && ids.length > 0 && ids.join() === idsOf(answer).join();
}

/** Returns a definition after an action, in which the correct order of questions still is the order of their lists. */
export function keepListedOrder(before: JsonObject, after: JsonObject): JsonObject {
  const { questions } = after;
  if (!Array.isArray(questions)) return after;
  const old = Array.isArray(before['questions'])
    ? before['questions'].filter((item: JsonValue) => isJsonObject(item))
    : [];
  const listed = new Set(old.filter(isListedOrder).map(({ id }) => id));
  const follow = (question: JsonValue): JsonValue =>
    isJsonObject(question) && listed.has(question['id'])
      ? { ...question, answer: choicesOf(question['options']).map(({ value }) => value) }
      : question;
  return listed.size === 0 ? after : { ...after, questions: questions.map(follow) };
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

const unchosen: Choice = { value: '', text: 'Choose …' };

const truth: readonly Choice[] = [
  { value: 'true', text: 'True' },
  { value: 'false', text: 'False' },
];

function oneOf(context: EditorContext, path: string, label: string, choices: readonly Choice[], current: string): Html {
  return labelledControl(context, {
    path,
    label,
    control: (attributes) => selectControl(attributes, choices, current),
  });
}

function positionInput(context: EditorContext, path: string, label: string, value: string, count: number): Html {
  return labelledControl(context, {
    path,
    label,
    control: (attributes) => html`<input type="number" min="1" max="${count}" step="1" ${attributes} value="${value}">`,
  });
}

function numberInput(context: EditorContext, path: string, label: string, value: JsonValue | undefined): Html {
  return labelledControl(context, {
    path,
    label,
    control: (attributes) =>
      html`<input type="text" inputmode="decimal" ${attributes} value="${typeof value === 'number' || typeof value === 'string' ? value : ''}" autocomplete="off">`,
  });
}

/** Returns the options of a question with their IDs. */
function choicesOf(options: JsonValue | undefined): readonly Choice[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: JsonValue) => {
    if (!isJsonObject(option) || typeof option['id'] !== 'string') return [];
    return [{ value: option['id'], text: typeof option['label'] === 'string' ? option['label'] : option['id'] }];
  });
}

function idsOf(answer: JsonValue | undefined): readonly string[] {
  return Array.isArray(answer) ? answer.filter((item) => typeof item === 'string') : [];
}
