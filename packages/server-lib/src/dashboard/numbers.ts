const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Formats a number with at most two decimals: `1,204`. */
export function number(value: number): string {
  return numbers.format(value);
}
