/**
 * Returns the ID of a message in the language files, a hash of its English text. With it, the code has each English text once,
 * and the files have no English texts.
 */
export function messageId(english: string): string {
  let id = 0;
  for (const sign of english) id = Math.imul(id, 31) + sign.charCodeAt(0);
  return (id >>> 0).toString(36);
}
