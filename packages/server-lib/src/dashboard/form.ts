import type { Issue } from '../faults/fault.js';
import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import type { FormError } from './form-error.js';

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'text' | 'email' | 'password' | 'lines' | 'choice';
  readonly help?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  /** Takes the focus when the page opens, unless something has to be put right. */
  readonly autofocus?: boolean;
  readonly minLength?: number;
  readonly choices?: readonly { value: string; label: string }[];
}

export interface Form {
  /** Begins the ids of its elements: one name for each form of a page. */
  readonly id: string;
  readonly action: string;
  readonly fields: readonly Field[];
  readonly submit: string;
  readonly look?: 'primary' | 'danger';
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** What stands in the fields, by name; passwords never do. */
  readonly values?: Readonly<Record<string, string>>;
  readonly problem?: FormError | undefined;
  /** Whose password it asks for, so that a password manager finds the right one; it isn't sent. */
  readonly account?: string;
  /** What to do instead of sending it. */
  readonly secondaryAction?: Html;
}

/** A form: what is wrong first, then its fields, then one button that says what happens. */
export function renderForm(form: Form): Html {
  const { look = 'primary', hidden = {} } = form;
  const unseen = Object.entries(hidden).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="form" method="post" action="${form.action}" id="${form.id}">
${summary(form)}
${unseen}${form.account !== undefined && html`<input type="email" value="${form.account}" autocomplete="username" hidden readonly>`}${form.fields.map((field) => renderField(form, field))}
<div class="actions"><button class="button ${look}">${form.submit}</button>${form.secondaryAction}</div>
</form>`;
}

function renderField(form: Form, field: Field): Html {
  const id = idOf(form, field);
  const faults = faultsOf(form, field);
  const helpId = field.help && `${id}-help`;
  const faultId = faults.length > 0 && `${id}-fault`;
  const described = [helpId, faultId].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${field.name}"${described && html` aria-describedby="${described}"`}${
    faultId && html` aria-invalid="true"`
  }${field.required && html` required`}${field.autofocus && !form.problem && html` autofocus`}${
    field.autocomplete && html` autocomplete="${field.autocomplete}"`
  }`;
  return html`<div class="field">
<label for="${id}">${field.label}${!field.required && field.kind !== 'choice' && html` <span class="optional">optional</span>`}</label>
${control(field, attributes, form.values?.[field.name] ?? '')}
${faultId && html`<p class="fault" id="${faultId}">${icons.alert}<span>${faults.join(' ')}</span></p>`}
${helpId && html`<p class="help" id="${helpId}">${field.help}</p>`}
</div>`;
}

function control({ kind = 'text', choices = [], minLength }: Field, attributes: Html, value: string): Html {
  // A browser drops the first line break of a textarea, so it is given one to drop.
  if (kind === 'lines') return html`<textarea ${attributes} rows="4" spellcheck="false">${'\n'}${value}</textarea>`;
  if (kind === 'choice') {
    const options = choices.map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    );
    return html`<select ${attributes}>${options}</select>`;
  }
  if (kind === 'password') {
    return html`<input type="password" ${attributes}${minLength !== undefined && html` minlength="${minLength}"`}>`;
  }
  return html`<input type="${kind}" ${attributes} value="${value}">`;
}

/** What is wrong, before the form and with the focus, each thing leading to its field. */
function summary(form: Form): Html | null {
  const { problem } = form;
  if (!problem) return null;
  const known = form.fields.flatMap((field) =>
    faultsOf(form, field).map((fault) => html`<li><a href="#${idOf(form, field)}">${field.label}: ${fault}</a></li>`),
  );
  const others = otherFaults(form).map(({ path, message }) => html`<li>“${path}”: ${message}</li>`);
  const faults = [...known, ...others];
  const title =
    problem.message ?? (faults.length === 1 ? 'One thing needs another look' : 'Some things need another look');
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${icons.alert}<div><p class="problem-title">${title}</p>${faults.length > 0 && html`<ul>${faults}</ul>`}</div>
</div>`;
}

/** The texts of a field's faults. */
function faultsOf({ problem }: Form, field: Field): string[] {
  return (problem?.issues ?? []).filter(({ path }) => isIn(field, path)).map(({ message }) => message);
}

/** Faults of what the form has no field for. */
function otherFaults({ problem, fields }: Form): Issue[] {
  return (problem?.issues ?? []).filter(({ path }) => !fields.some((field) => isIn(field, path)));
}

function isIn({ name }: Field, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

function idOf(form: Form, field: Field): string {
  return `${form.id}-${field.name}`;
}
