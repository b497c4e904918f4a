import type { RatingStyle, Scale, ScaleLabels } from '../contract/resources.js';
import type { Texts } from './texts.js';

/** How a scale looks, as a poll or a field has it. */
export interface ScaleLook {
  readonly style: RatingStyle | null;
  readonly labels: ScaleLabels | null;
}

/** A step of a scale. */
export interface ScaleStep {
  readonly id: string;
  /** The text of the step: a number or a symbol. */
  readonly label: string;
  /** The accessible name. The names of the first and the last step contain the labels of the ends. */
  readonly name: string;
}

/** A scale to choose from. */
export interface ScaleModel {
  readonly steps: readonly ScaleStep[];
  /** The labels below the ends. */
  readonly ends: ScaleLabels | null;
}

/** The largest number of steps side by side. A longer scale is an input of another type. */
export const maxSteps = 11;

/** The largest number of steps that are always in one row. */
const maxInRow = 5;

/** Presents a scale. Where its steps may wrap, the labels of the ends name their steps. */
export function presentScale({ min, max }: Scale, { style, labels }: ScaleLook, t: Texts): ScaleModel {
  const steps: ScaleStep[] = [];
  for (let value = min; value <= max; value++) {
    const number = t.number(value);
    const symbol = style && symbolOf(style, (value - min) / (max - min));
    const name = symbol ? t('{n} of {m}', { n: value, m: max }) : number;
    const end = value === min ? labels?.min : value === max && labels?.max;
    steps.push({ id: `${value}`, label: symbol || number, name: end ? `${name} – ${end}` : name });
  }
  const nameAt = (at: number) => steps.at(at)?.name ?? '';
  return { steps, ends: labels && steps.length > maxInRow ? { min: nameAt(0), max: nameAt(-1) } : labels };
}

/** Returns the symbol of a step by its place on the scale, from 0 to 1. Empty for numbers. */
function symbolOf(style: RatingStyle, place: number): string {
  const face = [...'😞😕😐😊😄'][Math.round(place * 4)] ?? '';
  // The variation selector prevents an emoji.
  return { numbers: '', stars: '★', hearts: '♥\uFE0E', emoji: face }[style];
}

/**
 * Returns the CSS declarations for a number of steps: as many columns as fit in 44 pixels each, in up to three rows of
 * equal length. A track that is too narrow becomes huge, so that the smallest track is the one with the fewest rows.
 */
export function stepsLayout(steps: number): string {
  const tracks = [1, 2, 3].map((rows) => {
    const width = `100%/${Math.ceil(steps / rows)}`;
    return `max(${width} - 4px,(48px - ${width})*1e4)`;
  });
  return `display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,${tracks}),1fr));max-width:${steps * 48 + 80}px`;
}
