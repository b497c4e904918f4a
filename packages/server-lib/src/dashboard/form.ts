import { divideText } from '../base/divide.js';
import { Html, type HtmlPart, html } from '../base/html.js';
import type { Issue } from '../shared/faults/fault.js';
import { icons } from '../web/ui/icons.js';
import { count } from './components.js';
import type { FormError } from './form-error.js';

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** What an error summary calls the field. Default: its label. */
  readonly brief?: string;
  readonly kind?: 'text' | 'email' | 'password' | 'date' | 'lines' | 'code' | 'choice' | 'checks' | 'radios' | 'file';
  readonly help?: HtmlPart;
  /** How long its value must be. The fault of a shorter one says the same, and takes its place. */
  readonly rule?: string;
  readonly required?: boolean;
  /** What to do if a required field is empty: “Enter a name.” */
  readonly missing?: string;
  /** Whether the field counts only with a choice of another field, as its help says. Styles may hide it without the choice. */
  readonly isConditional?: boolean;
  readonly autocomplete?: string;
  /** Whether the field gets the focus when the page opens. An error summary gets it instead. */
  readonly autofocus?: boolean;
  readonly minLength?: number;
  /** The options of a `choice`, of `checks` or of `radios`. The value of `checks` has the checked ones, separated by spaces. */
  readonly choices?: readonly { value: string; label: string }[];
}

/** The parts of a form. */
export interface FormParts {
  /** Prefix of the ids of its elements. Unique on the page. */
  readonly id: string;
  readonly action: string;
  readonly fields: readonly FormField[];
  readonly submit: string;
  /** How the submit button looks. Default: primary. */
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** The values of the fields by name. Password fields are never filled in. */
  readonly values?: Readonly<Record<string, string>>;
  readonly problem?: FormError | undefined;
  /** The email address of the account whose password the form asks for. For password managers; it is not sent. */
  readonly account?: string | undefined;
  /** A link next to the submit button. */
  readonly secondaryAction?: Html;
}

/** Renders a form: the error summary, the fields and the submit button. */
export function renderForm(form: FormParts): Html {
  const { look = 'primary', hidden = {} } = form;
  const hiddenInputs = Object.entries(hidden).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const hasFile = form.fields.some(({ kind }) => kind === 'file');
  return html`<form class="form" method="post" action="${form.action}" id="${form.id}"${hasFile && html` enctype="multipart/form-data"`}>
${summary(form)}
${hiddenInputs}${form.account !== undefined && html`<input type="email" value="${form.account}" autocomplete="username" hidden readonly>`}${form.fields.map((field) => renderField(form, field))}
<div class="actions"><button class="button ${look}">${form.submit}</button>${form.secondaryAction}</div>
</form>`;
}

/**
 * Renders a form behind a button with a label. After a problem, the form is open, and a link leads back.
 *
 * @param form the form, and the page to which the link leads
 */
export function foldedForm(label: string, { back, ...form }: FormParts & { readonly back: string }): Html {
  if (form.problem) return renderForm({ ...form, secondaryAction: html`<a class="button" href="${back}">Cancel</a>` });
  return html`<details class="reveal"><summary class="button${form.look === 'danger' && ' bad'}">${label}</summary>
${renderForm(form)}
</details>`;
}

function renderField(form: FormParts, field: FormField): Html {
  const id = idOf(form, field);
  const faults = faultsOf(form, field);
  const faultId = faults.length > 0 && `${id}-fault`;
  const rule = !isTooShort(form, field) && field.rule;
  const helpId = (rule || field.help) && `${id}-help`;
  const described = [faultId, helpId].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${field.name}"${described && html` aria-describedby="${described}"`}${
    faultId && html` aria-invalid="true"`
  }${field.required && html` required`}${field.autofocus && !form.problem && html` autofocus`}${
    field.autocomplete && html` autocomplete="${field.autocomplete}"`
  }`;
  if (field.kind === 'checks' || field.kind === 'radios') return checks(form, field, faults, described);
  const isOptional = !field.required && !field.isConditional && field.kind !== 'choice';
  return html`<div class="field${field.isConditional && ' conditional'}">
<label for="${id}">${field.label}${isOptional && html` <span class="optional">optional</span>`}</label>
${control(field, attributes, form.values?.[field.name] ?? '')}
${faultId && faultList(faults, faultId)}
${helpId && html`<p class="help" id="${helpId}">${rule}${rule && field.help && ' '}${field.help}</p>`}
</div>`;
}

function faultList(faults: readonly string[], id: string): Html {
  return html`<div class="fault" id="${id}">${icons.alert}<ul>${faults.map((text) => html`<li>${text}</li>`)}</ul></div>`;
}

function checks(form: FormParts, field: FormField, faults: readonly string[], described: string): Html {
  const id = idOf(form, field);
  const isRadio = field.kind === 'radios';
  const checked = (form.values?.[field.name] ?? '').split(' ');
  const boxes = (field.choices ?? []).map(
    ({ value, label }) =>
      html`<li><label class="check-line"><input type="${isRadio ? 'radio' : 'checkbox'}" name="${field.name}" value="${value}"${checked.includes(value) && html` checked`}${isRadio && field.required && html` required`}><span>${label}</span></label></li>`,
  );
  return html`<fieldset class="field checks${field.isConditional && ' conditional'}" id="${id}"${described && html` aria-describedby="${described}"`}>
<legend>${field.label}</legend>
${field.help && html`<p class="help" id="${id}-help">${field.help}</p>`}
<ul>${boxes}</ul>
${faults.length > 0 && faultList(faults, `${id}-fault`)}
</fieldset>`;
}

function control({ kind = 'text', choices = [], minLength }: FormField, attributes: Html, value: string): Html {
  // HTML parsers drop a newline at the start of a textarea.
  if (kind === 'lines') return html`<textarea ${attributes} rows="4" spellcheck="false">${'\n'}${value}</textarea>`;
  if (kind === 'code')
    return html`<textarea ${attributes} rows="12" class="mono" spellcheck="false">${'\n'}${[...divideText(value)].map((part) => Html.lazy(() => html`${part}`))}</textarea>`;
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
  if (kind === 'file') return html`<input type="file" ${attributes} accept=".jsonl">`;
  return html`<input type="${kind}" ${attributes} value="${value}">`;
}

/** The error summary above the form. It gets the focus, and links to the fields, which have the messages. */
function summary(form: FormParts): Html | null {
  const { problem } = form;
  if (!problem) return null;
  const links = form.fields
    .filter((field) => faultsOf(form, field).length > 0)
    .map((field) => html`<a href="#${idOf(form, field)}">${field.brief ?? field.label}</a>`);
  const others = otherFaults(form).map(({ path, message }) => html`<li>“${path}”: ${message}</li>`);
  const title = problem.message ?? problemTitle(links, others.length);
  return problemBox(title, others.length > 0 && html`<ul>${others}</ul>`);
}

/** Says what went wrong. It gets the focus. */
export function problemBox(title: HtmlPart, details: HtmlPart): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${icons.alert}<div><p class="problem-title">${title}</p>${details}</div>
</div>`;
}

/** Returns the title of an error summary: `Check 2 fields: Name, Email.` */
export function problemTitle(links: readonly Html[], others = 0): Html {
  const names = links.map((link, index) => html`${index > 0 && ', '}${link}`);
  return html`Check ${count(links.length + others, 'field', 'fields')}${links.length > 0 && ': '}${names}.`;
}

/** Returns the messages of a field's faults. */
function faultsOf({ problem, values }: FormParts, field: FormField): string[] {
  const isMissing = (code: string) => code === 'required' || (code === 'not_one_of' && !values?.[field.name]);
  return (problem?.issues ?? [])
    .filter(({ path }) => belongsTo(field, path))
    .map(({ code, message }) => (isMissing(code) && field.missing) || message);
}

function isTooShort({ problem }: FormParts, field: FormField): boolean {
  const codes = (problem?.issues ?? []).filter(({ path }) => belongsTo(field, path)).map(({ code }) => code);
  return codes.some((code) => code === 'too_short' || code === 'required');
}

/** Returns the faults of members that have no field in the form. */
function otherFaults({ problem, fields }: FormParts): Issue[] {
  return (problem?.issues ?? []).filter(({ path }) => !fields.some((field) => belongsTo(field, path)));
}

function belongsTo({ name }: FormField, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

function idOf(form: FormParts, field: FormField): string {
  return `${form.id}-${field.name}`;
}
