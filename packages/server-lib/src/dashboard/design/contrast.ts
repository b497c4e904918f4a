import { contrastOf, luminanceOf, withLightness } from './colors.js';

/** The backgrounds of light and dark pages. */
const pages = { light: '#ffffff', dark: '#121212' } as const;

/** The minimum ratios of WCAG 2.2 AA: for text, and for bars and borders. */
const least = { text: 4.5, shape: 3 } as const;

/** The contrast of an accent color with a text or a page. */
export interface ContrastCheck {
  readonly id: 'white' | 'black' | 'light' | 'dark';
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
export function tintOn(page: keyof typeof pages, accent: string): string {
  const [from, to] = page === 'light' ? [0, 0.48] : [0.75, 1];
  return withLightness(accent, (lightness) => Math.min(to, Math.max(from, lightness)));
}

/** Returns how an accent color contrasts with the texts and pages that it is used with. */
export function checkContrast(accent: string): readonly ContrastCheck[] {
  return [
    inkCheck('white', '#ffffff', accent),
    inkCheck('black', '#000000', accent),
    tintCheck('light', accent),
    tintCheck('dark', accent),
  ];
}

/** Returns the most important finding, in a sentence. */
export function summarizeContrast(accent: string): string {
  const ink = inkOn(accent);
  return `Buttons have ${ink} text. ${verdict(contrastOf(accent, ink === 'white' ? '#ffffff' : '#000000'), 'text')}.`;
}

function inkCheck(id: 'white' | 'black', front: string, accent: string): ContrastCheck {
  const isUsed = inkOn(accent) === id;
  return {
    id,
    label: id === 'white' ? 'White text' : 'Black text',
    result: `${verdict(contrastOf(accent, front), 'text')}.${isUsed ? ' Buttons use it.' : ''}`,
    back: accent,
    front,
  };
}

function tintCheck(id: 'light' | 'dark', accent: string): ContrastCheck {
  const [back, front] = [pages[id], tintOn(id, accent)];
  const chosen = contrastOf(accent, back);
  const shown = contrastOf(front, back);
  // A small change needs no sentence.
  const isChanged = shown - chosen > 0.5;
  const change = ` Askwell ${id === 'light' ? 'darkens' : 'lightens'} it to ${formatRatio(shown)}.`;
  return {
    id,
    label: `Bars and borders on ${id} pages`,
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
