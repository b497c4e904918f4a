import type { DesignDensity, DesignFont } from '../../shared/contract/resources.js';

/** The accent color of a design on light and on dark pages. */
export type Accents = Readonly<Record<'light' | 'dark', string>>;

/** The colors of Askwell, which the widget uses if neither an ask nor its site sets a color. */
export const defaultAccents: Accents = { light: '#a4430b', dark: '#d77142' };

/** Returns the accent colors of a design. A color that is set is the same on all pages. */
export function accentsOf(accent: string | null | undefined): Accents {
  return accent ? { light: accent, dark: accent } : defaultAccents;
}

/** Colors to choose from. */
export const accentPresets: readonly { readonly value: string; readonly name: string }[] = [
  { value: '#1d4ed8', name: 'Blue' },
  { value: '#0f766e', name: 'Teal' },
  { value: '#15803d', name: 'Green' },
  { value: '#facc15', name: 'Yellow' },
  { value: '#b91c1c', name: 'Red' },
  { value: '#be185d', name: 'Pink' },
  { value: '#7e22ce', name: 'Purple' },
  { value: '#334155', name: 'Slate' },
];

/** Radii to choose from, in pixels. */
export const radiusPresets: readonly { readonly value: number; readonly name: string }[] = [
  { value: 0, name: 'Square' },
  { value: 4, name: 'Small' },
  { value: 8, name: 'Medium' },
  { value: 16, name: 'Round' },
];

/** The names of the fonts, in the order in which they are shown. */
export const fontNames: Readonly<Record<DesignFont, string>> = {
  system: 'System',
  serif: 'Serif',
  rounded: 'Rounded',
  mono: 'Mono',
};

/** The names of the densities, in the order in which they are shown. */
export const densityNames: Readonly<Record<DesignDensity, string>> = {
  compact: 'Compact',
  comfortable: 'Comfortable',
  spacious: 'Spacious',
};
