const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Formats a number with at most two decimals, and with a minus sign: `1,204`, `−0.5`. */
export function number(value: number): string {
  return numbers.format(value).replace('-', '−');
}
