/** Truncates a text to a number of code points, including the ellipsis at its end. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let [at, end] = [0, 0];
  for (let count = 0; at < text.length; count++) {
    if (count === maxLength - 1) end = at;
    else if (count === maxLength) return `${text.slice(0, end)}…`;
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return text;
}
