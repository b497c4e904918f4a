/** A number as people wrote it: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that a number stands for, which is the one that was written. */
function toDecimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** The same numbers as whole ones of the smallest unit among them. */
function toCommonUnit(values: readonly number[]): bigint[] {
  const decimals = values.map(toDecimal);
  const smallest = Math.min(...decimals.map(({ exponent }) => exponent));
  return decimals.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - smallest));
}

/** Whether two numbers are no further apart than so much: as decimals, in which 0.4 is exactly 0.1 from 0.3. */
export function isWithin(value: number, from: number, tolerance: number): boolean {
  const [a = 0n, b = 0n, most = 0n] = toCommonUnit([value, from, tolerance]);
  const apart = a < b ? b - a : a - b;
  return apart <= most;
}

/** Whether a number is so many steps from another, exactly: 0.3 is three steps of 0.1 from 0. */
export function isOnStep(value: number, from: number, step: number): boolean {
  const [a = 0n, b = 0n, size = 1n] = toCommonUnit([value, from, step]);
  return size !== 0n && (a - b) % size === 0n;
}

/** How many digits stand behind the point. */
export function decimalPlaces(value: number): number {
  return Math.max(0, -toDecimal(value).exponent);
}
