/**
 * What a message is called in the tables that are fetched. It is made of the English words, so that those stand where they
 * are said, and nowhere else.
 */
export function nameOf(english: string): string {
  let name = 0;
  for (const sign of english) name = Math.imul(name, 31) + sign.charCodeAt(0);
  return (name >>> 0).toString(36);
}
