import type { Locator } from 'playwright-core';

/** Returns the parts of a text from right to left, as they are painted. */
export function fromRightToLeft(element: Locator, parts: readonly string[]): Promise<string[]> {
  return element.evaluate((shown, wanted) => {
    const texts: { part: string; x: number }[] = [];
    const walker = shown.ownerDocument.createTreeWalker(shown, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const part of wanted) {
        const start = node.nodeValue?.indexOf(part) ?? -1;
        if (start < 0) continue;
        const range = shown.ownerDocument.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + part.length);
        texts.push({ part, x: range.getBoundingClientRect().x });
      }
    }
    return texts.sort((one, other) => other.x - one.x).map(({ part }) => part);
  }, parts);
}
