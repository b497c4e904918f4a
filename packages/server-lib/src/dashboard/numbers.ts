const percents = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Formats a share from 0 to 1: `47.2 %`. */
export function percent(share: number): string {
  return `${percents.format(100 * share)} %`;
}

/** Formats a number with at most two decimals: `1,204`. */
export function number(value: number): string {
  return numbers.format(value);
}
