import { type Html, html } from '../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { controlGroup, labelledControl, optionList, selectControl } from './control-html.js';
import type { EditorContext } from './editor-context.js';
import { memberLabel } from './member-texts.js';

/** Renders the correct answer of a question. */
export function renderAnswerKey(context: EditorContext, path: string, question: JsonObject): Html | null {
  const { answer } = question;
  const options = choicesOf(question['options']);
  const label = memberLabel('answer');
  switch (question['type']) {
    case 'single':
      return options.length === 0 ? null : oneOf(context, path, label, options, String(answer ?? ''));
    case 'boolean':
      return oneOf(context, path, label, truth, String(answer ?? ''));
    case 'multiple':
      return controlGroup(context, path, 'Correct answers', '', checkboxes(path, options, idsOf(answer)));
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
      const choices = optionList([{ value: '', text: 'Choose …' }, ...targets]);
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
      return typeof id === 'string' && ids.includes(id) ? id : (ids[0] ?? '');
    }
    case 'boolean':
      return (single() ?? 'true') === 'true';
    case 'multiple':
      return allValuesOf(form, path).filter((id) => ids.includes(id));
    case 'order': {
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
        value: value === '' ? 0 : toValue(value),
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

interface Choice {
  readonly value: string;
  readonly text: string;
}

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

function checkboxes(path: string, choices: readonly Choice[], checked: readonly string[]): Html {
  return html`${choices.map(
    ({ value, text }) =>
      html`<div class="field check"><input type="checkbox" id="k-${value}" name="${path}" value="${value}"${checked.includes(value) && html` checked`}><label for="k-${value}" dir="auto">${text}</label></div>`,
  )}`;
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
