import { contrastOf, luminanceOf, withLightness } from './colors.js';
import type { Accents } from './presets.js';

/** The backgrounds of light and dark pages. */
const pages = { light: '#ffffff', dark: '#121212' } as const;

/** The minimum ratios of WCAG 2.2 AA: for text, and for bars and borders. */
const least = { text: 4.5, shape: 3 } as const;

/** The contrast of an accent color with the text of buttons or with a page. */
export interface ContrastCheck {
  readonly id: `${keyof typeof least}-${keyof Accents}`;
  readonly of: keyof typeof least;
  readonly label: string;
  /** The ratio and what it means, in a sentence or two. */
  readonly result: string;
  /** The colors of the sample: the background and the foreground, as visitors see them. */
  readonly back: string;
  readonly front: string;
}

/** Returns the color of the text on buttons of an accent color: the same color as in the widget. */
export function inkOn(accent: string): 'white' | 'black' {
  return luminanceOf(accent) < 0.18 ? 'white' : 'black';
}

/** Returns the color of bars and borders, which the widget darkens on light pages and lightens on dark ones. */
export function tintOn(page: keyof Accents, accent: string): string {
  const [from, to] = page === 'light' ? [0, 0.48] : [0.75, 1];
  return withLightness(accent, (lightness) => Math.min(to, Math.max(from, lightness)));
}

/** Returns how accent colors contrast with the texts and pages that they are used with. */
export function checkContrast({ light, dark }: Accents): readonly ContrastCheck[] {
  return [inkCheck('light', light), inkCheck('dark', dark), tintCheck('light', light), tintCheck('dark', dark)];
}

/** Returns the most important finding, in a sentence. */
export function summarizeContrast({ light, dark }: Accents): string {
  const [onLight, onDark] = [inkOn(light), inkOn(dark)];
  return onLight === onDark
    ? `Buttons have ${onLight} text.`
    : `Buttons have ${onLight} text on light pages, and ${onDark} text on dark pages.`;
}

function inkCheck(page: keyof Accents, accent: string): ContrastCheck {
  const ink = inkOn(accent);
  const front = ink === 'white' ? '#ffffff' : '#000000';
  return {
    id: `text-${page}`,
    of: 'text',
    label: `Buttons on ${page} pages`,
    result: `${ink === 'white' ? 'White' : 'Black'} text. ${verdict(contrastOf(accent, front), 'text')}.`,
    back: accent,
    front,
  };
}

function tintCheck(page: keyof Accents, accent: string): ContrastCheck {
  const [back, front] = [pages[page], tintOn(page, accent)];
  const chosen = contrastOf(accent, back);
  const shown = contrastOf(front, back);
  // A small change needs no sentence.
  const isChanged = shown - chosen > 0.5;
  const change = ` Askwell ${page === 'light' ? 'darkens' : 'lightens'} it to ${formatRatio(shown)}.`;
  return {
    id: `shape-${page}`,
    of: 'shape',
    label: `Bars and borders on ${page} pages`,
    result: `${verdict(chosen, 'shape')}.${isChanged ? change : ''}`,
    back,
    front,
  };
}

function verdict(ratio: number, of: keyof typeof least): string {
  return `${ratio >= least[of] ? 'Easy' : 'Hard'} to ${of === 'text' ? 'read' : 'see'} (${formatRatio(ratio)})`;
}

/** Formats a ratio. It is rounded down, so that it never seems to pass. */
function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 10 + 1e-9) / 10).toFixed(1)}:1`;
}
