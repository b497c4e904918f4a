/** An integer id as a path or a form writes it. There is one way to: no sign, no leading zero. */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
