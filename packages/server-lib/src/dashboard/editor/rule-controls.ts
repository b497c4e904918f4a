import { type Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { changeNames } from './change-names.js';
import { labelledControl, optionList, selectControl } from './control-html.js';
import { fieldId, fieldLabel, numberTypes } from './draft-conditions.js';
import { type EditorContext, messagesAt } from './editor-context.js';
import { memberLabel } from './member-texts.js';
import { readComparand } from './operand-controls.js';
import { numberIn } from './resolve-conditions.js';
import type { SpecialControl } from './special-control.js';

/** The page or the ending that a page leads to. */
export const jumpTarget: SpecialControl = {
  render(context, path, { to }) {
    const list = optionList([{ value: '', text: 'Choose …' }, ...(context.targets ?? [])]);
    const current = typeof to === 'string' ? to : '';
    // A target that nobody has chosen yet is not wrong.
    const issues = current === '' ? [] : context.issues;
    return labelledControl(
      { ...context, issues },
      { path, label: memberLabel('to'), control: (attributes) => list(attributes, current, `${current} (removed)`) },
    );
  },
  read: (form, path, { to }) => allValuesOf(form, path)[0] ?? to,
};

/** The ending that visitors read when a quota is full. */
export const quotaEnding: SpecialControl = {
  render(context, path, { ending }) {
    const endings = (context.targets ?? []).filter(({ isEnding }) => isEnding);
    const list = optionList([{ value: '', text: 'a message that no more answers are accepted' }, ...endings]);
    const current = typeof ending === 'string' ? ending : '';
    return labelledControl(context, {
      path,
      label: memberLabel('quotas.ending'),
      control: (attributes) => list(attributes, current, `${current} (removed)`),
    });
  },
  read(form, path, { ending }) {
    const [text] = allValuesOf(form, path);
    return text === undefined ? ending : text || null;
  },
};

const changeTexts: Readonly<Record<string, string>> = {
  set: 'Set to',
  add: 'Add',
  subtract: 'Subtract',
  multiply: 'Multiply by',
  divide: 'Divide by',
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));

/**
 * How a rule changes a variable. The members of all changes are edited by the controls of the first one, since a rule has exactly one
 * of them.
 */
function changeControl(name: (typeof changeNames)[number]): SpecialControl {
  return {
    render: (context, path, rule) => (name === changeNames[0] ? renderChange(context, parentOf(path), rule) : null),
    read(form, path, rule) {
      const at = parentOf(path);
      const [chosen] = allValuesOf(form, `${at}.change`);
      if (chosen === undefined) return rule[name];
      return chosen === name ? readOperand(form, `${at}.operand`) : undefined;
    },
  };
}

function readOperand(form: SubmittedForm, path: string): JsonValue {
  const operand = readComparand(form, path);
  return typeof operand === 'string' ? numberIn(operand) : operand;
}

function renderChange(context: EditorContext, path: string, rule: JsonObject): Html {
  const name = changeNames.find((change) => rule[change] !== undefined) ?? 'set';
  const value = rule[name];
  const issues = messagesAt(context, `${path}.${name}`);
  const at = `${path}.operand`;
  const shown = {
    ...context,
    issues:
      value === ''
        ? []
        : context.issues
            .filter((issue) => issues.length > 0 && issue.path === `${path}.${name}`)
            .map((issue) => ({ ...issue, path: at })),
  };
  const from = sourceOf(value);
  const list = optionList([{ value: '', text: 'this value' }, ...sourcesOf(context)]);
  return html`<div class="rule-change">${labelledControl(context, {
    path: `${path}.change`,
    label: 'Change',
    control: (attributes) =>
      selectControl(
        attributes,
        changeNames.map((change) => ({ value: change, text: changeTexts[change] ?? change })),
        name,
      ),
  })}${labelledControl(shown, {
    path: `${at}.from`,
    label: html`<span class="unseen">Value is</span>`,
    control: (attributes) => list(attributes, from, `${from} (removed)`),
  })}${
    from === '' &&
    labelledControl(shown, {
      path: at,
      label: html`<span class="unseen">Value</span>`,
      control: (attributes) =>
        html`<input type="text" ${attributes} value="${typeof value === 'object' ? '' : String(value ?? '')}" autocomplete="off">`,
    })
  }</div>`;
}

function sourceOf(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const [[kind = '', id = ''] = []] = Object.entries(value);
  return kind === 'score' ? `score:${String(id)}` : kind === 'variable' ? `$${String(id)}` : String(id);
}

/** Returns the scores, answers and variables that a rule can use. */
function sourcesOf({ earlierFields, variables = [] }: EditorContext): { value: string; text: string }[] {
  const scored = earlierFields.filter(({ options }) => Array.isArray(options));
  const answers = earlierFields.filter(({ type }) => [...numberTypes, 'short_text'].includes(String(type)));
  return [
    ...scored.map((field) => ({ value: `score:${fieldId(field)}`, text: `the score of ${fieldLabel(field)}` })),
    ...answers.map((field) => ({ value: fieldId(field), text: `the answer to ${fieldLabel(field)}` })),
    ...variables.map((variable) => ({ value: `$${fieldId(variable)}`, text: `the variable ${fieldId(variable)}` })),
  ];
}

/** The special controls of the changes, by the name of the change. */
export const changeControls: Readonly<Record<string, SpecialControl>> = Object.fromEntries(
  changeNames.map((name) => [name, changeControl(name)]),
);
