import type { Locator } from 'playwright-core';

/** The contrast ratios of an element, by its computed colors. */
export interface Contrast {
  readonly name: string;
  /** Of the text with the element's background. */
  readonly text: number;
  /** Of the border with the surface around the element. */
  readonly border: number;
  /** Of the background with the surface around the element. */
  readonly fill: number;
  /** Of the outline with the surface around the element. */
  readonly outline: number;
}

/** Measures all elements that a locator finds, also in shadow roots. Translucent colors are painted over the colors below. */
export function contrastsOf(elements: Locator): Promise<Contrast[]> {
  // Runs in the browser. The types come from the argument, since the DOM types are not known in all packages.
  return elements.evaluateAll((all) => {
    type AnyElement = (typeof all)[number]['firstElementChild'];
    const view = all[0]?.ownerDocument.defaultView;
    const canvas = view?.document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!view || !canvas) return [];

    /** Returns the relative luminance of colors that are painted one over the other. */
    const luminanceOf = (layers: readonly string[]) => {
      for (const color of layers) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      const channels: number[] = [...canvas.getImageData(0, 0, 1, 1).data];
      const [red = 0, green = 0, blue = 0] = channels.map((value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one: readonly string[], other: readonly string[]) => {
      const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const parentOf = (element: AnyElement): AnyElement => {
      const root = element?.getRootNode();
      return element?.assignedSlot ?? element?.parentElement ?? (root instanceof view.ShadowRoot ? root.host : null);
    };
    /** Returns the backgrounds of an element and its ancestors, the lowest first. */
    const surfaceOf = (element: AnyElement): string[] =>
      element ? [...surfaceOf(parentOf(element)), view.getComputedStyle(element).backgroundColor] : ['white'];

    return all.map((element) => {
      const { color, borderTopColor, outlineColor } = view.getComputedStyle(element);
      const surface = surfaceOf(element);
      const around = surfaceOf(parentOf(element));
      return {
        name: `${element.getAttribute('class') ?? element.tagName} ${element.textContent?.trim()}`,
        text: ratio([...surface, color], surface),
        border: ratio([...around, borderTopColor], around),
        fill: ratio(surface, around),
        outline: ratio([...around, outlineColor], around),
      };
    });
  });
}

/**
 * Measures the contrast between the lightest and the darkest pixel of an element's text. Computed colors do not show what browsers paint
 * behind text in forced colors.
 */
export async function paintedContrastOf(element: Locator): Promise<number> {
  const shot = (await element.screenshot()).toString('base64');
  return element.evaluate(async (shown, png) => {
    const range = shown.ownerDocument.createRange();
    range.selectNodeContents(shown);
    const box = shown.getBoundingClientRect();
    // The last box is the box of the text. Other boxes are inputs.
    const text = [...range.getClientRects()].at(-1) ?? box;
    const image = shown.ownerDocument.createElement('img');
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = shown.ownerDocument.createElement('canvas');
    canvas.width = text.width;
    canvas.height = text.height;
    const context = canvas.getContext('2d');
    // The screenshot begins at a whole pixel.
    context?.drawImage(image, Math.round(Math.floor(box.x) - text.x), Math.round(Math.floor(box.y) - text.y));
    const pixels: number[] = [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
    const parts = pixels.map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    let [darkest, lightest] = [1, 0];
    for (let at = 0; at < parts.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = parts.slice(at, at + 4);
      // Nothing is painted beyond the image.
      if (alpha === 0) continue;
      const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      darkest = Math.min(darkest, luminance);
      lightest = Math.max(lightest, luminance);
    }
    return (lightest + 0.05) / (darkest + 0.05);
  }, shot);
}
