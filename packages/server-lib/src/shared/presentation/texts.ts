import type { WidgetText } from '../messages/english.js';

/** Returns texts that pages and the widget share, numbers and shares, in the visitor's language. */
export interface Texts {
  /** Returns a text with the values filled in. Numbers are formatted, and `n` selects the plural form. */
  (key: WidgetText, values?: Readonly<Record<string, string | number>>): string;
  /** The language of the formats. */
  readonly lang: string;
  /** Formats a number with at most two decimals. */
  readonly number: (value: number) => string;
  /** Formats a number with up to six decimals. */
  readonly exact: (value: number) => string;
  /** Formats a share from 0 to 1. */
  readonly percent: (share: number) => string;
  /** Returns a label of an author without its marks. */
  readonly plain: (label: string) => string;
}
