/** Returns the number in a parameter; undefined if it has none. */
export function toNumber(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined;
}

/** Returns the truth value in a parameter; undefined if it has none. */
export function toBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
