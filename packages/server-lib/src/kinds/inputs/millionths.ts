/** The maximum number of decimal places of a number. */
export const maxDecimals = 6;

/** Returns a number as whole millionths. Numbers within the limits are never written with an exponent. */
export function toMillionths(value: number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.padEnd(maxDecimals, '0'));
}

/** Returns the number nearest to a count of millionths, or of units with another number of decimal places. */
export function fromUnits(units: bigint, places = maxDecimals): number {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return Number(`${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
