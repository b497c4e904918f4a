/** An exact decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Returns the shortest decimal that a number represents, which is the one that was written. */
function toDecimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** Scales numbers to integers of a common unit. */
function toCommonUnit(values: readonly number[]): bigint[] {
  const decimals = values.map(toDecimal);
  const smallest = Math.min(...decimals.map(({ exponent }) => exponent));
  return decimals.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - smallest));
}

/** Returns whether two numbers differ by at most `tolerance`. Compares exact decimals: 0.4 is exactly 0.1 from 0.3. */
export function isWithin(value: number, target: number, tolerance: number): boolean {
  const [a = 0n, b = 0n, max = 0n] = toCommonUnit([value, target, tolerance]);
  const difference = a < b ? b - a : a - b;
  return difference <= max;
}

/** Returns whether a number is a whole number of steps from another. Exact: 0.3 is three steps of 0.1 from 0. */
export function isOnStep(value: number, from: number, step: number): boolean {
  const [a = 0n, b = 0n, size = 1n] = toCommonUnit([value, from, step]);
  return size !== 0n && (a - b) % size === 0n;
}

/** Returns the number of decimal places. */
export function decimalPlaces(value: number): number {
  return Number.isInteger(value) ? 0 : Math.max(0, -toDecimal(value).exponent);
}
