import { html } from '../../base/html.js';
import { isJsonObject } from '../../base/validation/json-value.js';
import { designControls } from '../design/design-controls.js';
import { readDesign } from '../design/read-design.js';
import { allValuesOf } from '../submitted-form.js';
import { readAnswerKey, renderAnswerKey } from './answer-key.js';
import { readConditions, renderConditions } from './condition-controls.js';
import { labelledControl, selectControl } from './control-html.js';
import { languageControl } from './language-control.js';
import { memberLabel } from './member-texts.js';
import { changeControls, jumpTarget, quotaEnding } from './rule-controls.js';
import type { SpecialControl } from './special-control.js';

const site: SpecialControl = {
  render({ sites, ...context }, path, { site_id }) {
    if (sites.length === 0) return null;
    const options = sites.map(({ id, name }) => ({ value: String(id), text: name }));
    return labelledControl(
      { sites, ...context },
      {
        path,
        label: memberLabel('site_id'),
        help: 'Only websites of this site can show it and send answers. With “None”, all can.',
        control: (attributes) =>
          selectControl(
            attributes,
            [{ value: '', text: 'None' }, ...options],
            typeof site_id === 'number' ? String(site_id) : '',
          ),
      },
    );
  },
  read(form, path, { site_id }) {
    const [text] = allValuesOf(form, path);
    if (text === undefined) return site_id;
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  },
};

/** IDs are chosen by the editor: the answer key and conditions refer to them. */
const id: SpecialControl = {
  render: (_context, path, { id: value }) =>
    typeof value === 'string' ? html`<input type="hidden" name="${path}" value="${value}">` : null,
  read: (form, path, { id: value }) => allValuesOf(form, path)[0] ?? value,
};

const design: SpecialControl = {
  render: (context, path, { design: value }) =>
    designControls({
      context,
      path,
      inherited: context.siteDesign ?? null,
      design: isJsonObject(value) ? value : {},
    }),
  read: (form, path, { design: before }) => readDesign(form, path, before),
};

/** Only asks that need a user have the choice. Without it in a form, the value stays as it was. */
const anonymous: SpecialControl = {
  render(context, path, { one_per, anonymous: value }) {
    if (!context.hasUsers && one_per !== 'user') return null;
    const choices = [
      { value: 'true', text: 'Anonymous' },
      { value: 'false', text: 'Stored with the user' },
    ];
    return labelledControl(context, {
      path,
      label: memberLabel('anonymous'),
      help: 'To store the user, choose one answer per signed-in user. Visitors are told before they answer. Cannot change once there are answers.',
      control: (attributes) => selectControl(attributes, choices, String(value !== false)),
    });
  },
  read(form, path, { anonymous: before }) {
    const [text] = allValuesOf(form, path);
    return text === undefined ? before : text !== 'false';
  },
};

const locale: SpecialControl = {
  render: (context, path, { locale: value }) => languageControl(context, path, typeof value === 'string' ? value : ''),
  read(form, path, { locale: before }) {
    const [text] = allValuesOf(form, path);
    return text === undefined ? before : text === '' ? null : text;
  },
};

const conditions: SpecialControl = { render: renderConditions, read: readConditions };

/** The special controls, by the name of the member. */
export const specialControls: Readonly<Record<string, SpecialControl>> = {
  id,
  site_id: site,
  anonymous,
  design,
  locale,
  answer: { render: renderAnswerKey, read: readAnswerKey },
  show_if: conditions,
  require_if: conditions,
  when: conditions,
  to: jumpTarget,
  ending: quotaEnding,
  ...changeControls,
};
