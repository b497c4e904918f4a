/** Parses an integer ID from a path or a form. Accepts only the canonical form, without a sign or leading zeros. */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
