/** Parses a parameter as a number. Returns undefined if it is invalid. */
export function toNumber(text: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined;
}

/** Parses a parameter as a boolean. Returns undefined if it is invalid. */
export function toBoolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
