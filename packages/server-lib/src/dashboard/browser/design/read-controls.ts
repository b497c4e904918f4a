import type { JsonObject } from '../../../base/validation/json-value.js';
import type { Design, DesignDensity, DesignFont } from '../../../shared/contract/resources.js';
import { isHexColor } from '../../design/colors.js';
import { accentPresets, densityNames, fontNames, radiusPresets } from '../../design/presets.js';

/** The controls of a design on the page. */
export interface DesignInputs {
  readonly root: HTMLElement;
  /** Returns the control of a member, such as `accent.picked`. */
  readonly input: (name: string) => HTMLInputElement | null;
  /** Returns the chosen value of a row of choices. */
  readonly chosen: (name: string) => string;
  readonly choose: (name: string, value: string) => void;
}

/** Returns the controls in an element of the page. */
export function designInputs(root: HTMLElement): DesignInputs {
  const all = (name: string) => [
    ...root.querySelectorAll<HTMLInputElement>(`[name="${root.dataset['design']}.${name}"]`),
  ];
  return {
    root,
    input: (name) => all(name)[0] ?? null,
    chosen: (name) => all(name).find(({ checked }) => checked)?.value ?? '',
    choose(name, value) {
      for (const choice of all(name)) choice.checked = choice.value === value;
    },
  };
}

/** Returns the entered design, without invalid values. */
export function readControls({ input, chosen }: DesignInputs): Design {
  const accent = input('accent')?.value.trim() ?? '';
  const radius = input('radius')?.value.trim() ?? '';
  return {
    accent: isHexColor(accent) ? accent.toLowerCase() : null,
    font: keyOf<DesignFont>(fontNames, chosen('font')),
    radius: /^\d+$/.test(radius) && Number(radius) <= 24 ? Number(radius) : null,
    density: keyOf<DesignDensity>(densityNames, chosen('density')),
  };
}

function keyOf<Key extends string>(names: Readonly<Record<Key, string>>, value: string): Key | null {
  const isKey = (key: string): key is Key => Object.hasOwn(names, key);
  return isKey(value) ? value : null;
}

/** Shows a design in the controls. It may have invalid values. */
export function fillControls(inputs: DesignInputs, design: JsonObject, defaultAccent: string): void {
  const textOf = (name: string) => String(design[name] ?? '');
  for (const name of ['accent', 'radius']) {
    const [text, before] = [inputs.input(name), inputs.input(`${name}.before`)];
    if (!text || !before) continue;
    // Setting a value moves the cursor.
    if (text.value !== textOf(name)) text.value = textOf(name);
    before.value = textOf(name);
    followChange(inputs, text, defaultAccent);
  }
  for (const name of ['font', 'density']) inputs.choose(name, textOf(name));
}

/** Makes the choices, the exact value and the picked color of a member follow the one that was changed. */
export function followChange(inputs: DesignInputs, changed: HTMLInputElement, defaultAccent: string): void {
  const member = changed.name.slice(`${inputs.root.dataset['design']}.`.length);
  if (member.startsWith('accent')) followAccent(inputs, member, changed.value, defaultAccent);
  if (member.startsWith('radius')) followRadius(inputs, member, changed.value.trim());
}

function followAccent({ input, choose }: DesignInputs, member: string, value: string, defaultAccent: string): void {
  const [text, picked, before] = [input('accent'), input('accent.picked'), input('accent.picked.before')];
  if (!text || !picked || !before) return;
  if (member === 'accent.picked') text.value = value;
  if (member === 'accent.choice') text.value = value === 'exact' ? picked.value : value;
  const color = text.value.trim().toLowerCase();
  const preset = accentPresets.some((one) => one.value === color);
  if (member !== 'accent.choice') choose('accent.choice', color === '' || preset ? color : 'exact');
  if (color === '' || isHexColor(color)) picked.value = color || defaultAccent;
  // The text field has the picked color.
  before.value = picked.value;
}

/** The initial value of a custom radius, until the owner enters one. */
const otherRadius = '12';

function followRadius({ input, choose }: DesignInputs, member: string, value: string): void {
  const text = input('radius');
  if (!text) return;
  const isPreset = radiusPresets.some((one) => String(one.value) === value);
  if (member === 'radius') choose('radius.choice', value === '' || isPreset ? value : 'exact');
  else text.value = value === 'exact' ? otherRadius : value;
}
