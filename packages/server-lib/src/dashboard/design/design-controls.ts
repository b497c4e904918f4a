import { type Html, html } from '../../base/html.js';
import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Design } from '../../shared/contract/resources.js';
import { controlGroup, labelledControl } from '../editor/control-html.js';
import type { EditorContext } from '../editor/editor-context.js';
import { segments } from '../segments.js';
import { isHexColor } from './colors.js';
import { type Accents, accentPresets, accentsOf, densityNames, fontNames, radiusPresets } from './presets.js';

/** The controls of a design. */
export interface DesignControls {
  readonly context: EditorContext;
  /** The path of the design, which the names of the fields start with. */
  readonly path: string;
  /** The design that is edited. It may have invalid values. */
  readonly design: JsonObject;
  /** The design of the site, which applies where the edited design sets nothing. */
  readonly inherited: Design | null;
}

/** Renders the controls of a design. They work without scripts; scripts synchronize the controls of one member. */
export function designControls(controls: DesignControls): Html {
  return html`<div class="design-controls" data-design="${controls.path}" data-inherited="${JSON.stringify(controls.inherited)}">${accent(controls)}${font(controls)}${radius(controls)}${density(controls)}</div>`;
}

/** Returns the accents that are shown: the edited accent, the accent of the site, or the defaults of Askwell. */
export function shownAccents({ accent }: JsonObject, inherited: Design | null): Accents {
  return accentsOf(typeof accent === 'string' && isHexColor(accent) ? accent : inherited?.accent);
}

function accent({ context, path: root, design, inherited }: DesignControls): Html {
  const path = `${root}.accent`;
  const value = textOf(design['accent']);
  const picked = shownAccents(design, inherited).light;
  const preset = accentPresets.find((one) => one.value === value.toLowerCase());
  const choice = value === '' ? '' : (preset?.value ?? 'exact');
  const { light, dark } = accentsOf(inherited?.accent);
  const choices = [
    { value: '', name: 'Default', color: light === dark ? light : `light-dark(${light}, ${dark})` },
    ...accentPresets.map((one) => ({ ...one, color: one.value })),
    { value: 'exact', name: 'Other', color: null },
  ].map(
    (one) =>
      html`<label class="swatch"><input type="radio" name="${path}.choice" value="${one.value}"${
        one.value === choice && html` checked`
      }>${one.color === null ? otherColors : swatch(one.color)}<span>${one.name}</span></label>`,
  );
  const exact = labelledControl(context, {
    path,
    label: 'Other color',
    help: 'Six hexadecimal digits, such as #0a7d5a.',
    control: (attributes) =>
      html`<span class="color-line"><input type="color" name="${path}.picked" value="${picked}" aria-label="Pick another color"><input type="text" ${attributes} value="${value}" maxlength="7" spellcheck="false" autocomplete="off" dir="ltr"></span><input type="hidden" name="${path}.picked.before" value="${picked}"><input type="hidden" name="${path}.before" value="${value}">`,
  });
  return controlGroup(
    context,
    `${path}.group`,
    'Accent color',
    'The color of buttons, chosen options and bars.',
    html`<div class="swatches">${choices}</div>${exact}`,
  );
}

/** A dot of a color. Attributes of SVG need no inline styles, which the policy of pages forbids. */
function swatch(color: string): Html {
  return html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="10" cy="10" r="9.5" fill="${color}"/></svg>`;
}

const otherColors = html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M10 10V.5a9.5 9.5 0 0 1 8.23 4.75Z" fill="#facc15"/><path d="M10 10 18.23 5.25a9.5 9.5 0 0 1 0 9.5Z" fill="#65a30d"/><path d="m10 10 8.23 4.75A9.5 9.5 0 0 1 10 19.5Z" fill="#0891b2"/><path d="M10 10v9.5a9.5 9.5 0 0 1-8.23-4.75Z" fill="#4f46e5"/><path d="m10 10-8.23 4.75a9.5 9.5 0 0 1 0-9.5Z" fill="#c026d3"/><path d="M10 10 1.77 5.25A9.5 9.5 0 0 1 10 .5Z" fill="#ea580c"/></svg>`;

function font({ context, path: root, design }: DesignControls): Html {
  const path = `${root}.font`;
  const value = textOf(design['font']);
  const choices = [['', 'Default'], ...Object.entries(fontNames)].map(
    ([font, name]) =>
      html`<label class="font-card font-${font || 'default'}"><input type="radio" name="${path}" value="${font}"${
        font === value && html` checked`
      }><span class="font-sample" aria-hidden="true">Ag</span><span>${name}</span></label>`,
  );
  return controlGroup(
    context,
    path,
    'Font',
    'Fonts of the visitor’s device. Nothing is loaded from other servers.',
    html`<div class="font-cards">${choices}</div>`,
  );
}

function radius({ context, path: root, design }: DesignControls): Html {
  const path = `${root}.radius`;
  const value = design['radius'];
  const text = typeof value === 'number' ? String(value) : textOf(value);
  const preset = radiusPresets.find((one) => one.value === value);
  const current = text === '' ? '' : preset ? text : 'exact';
  const row = segments({
    name: `${path}.choice`,
    current,
    options: [
      { value: '', label: 'Default' },
      ...radiusPresets.map((one) => ({ value: String(one.value), label: one.name })),
      { value: 'exact', label: 'Other' },
    ],
  });
  const exact = labelledControl(context, {
    path,
    label: 'Radius in pixels',
    help: 'From 0 to 24.',
    control: (attributes) =>
      html`<input type="number" class="short" ${attributes} value="${text}" min="0" max="24" step="1" inputmode="numeric" autocomplete="off"><input type="hidden" name="${path}.before" value="${text}">`,
  });
  return controlGroup(context, `${path}.group`, 'Corners', '', html`${row}${exact}`);
}

function density({ context, path: root, design }: DesignControls): Html {
  const path = `${root}.density`;
  const options = [
    { value: '', label: 'Default' },
    ...Object.entries(densityNames).map(([value, label]) => ({ value, label })),
  ];
  const row = segments({ name: path, current: textOf(design['density']), options });
  return controlGroup(context, path, 'Spacing', 'The space between and inside of controls.', row);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
