/** A visible part of a form, with its name, position and style. */
export interface Piece {
  readonly type: string;
  readonly text: string;
  readonly box: readonly number[];
  readonly look: string;
}

/**
 * Returns the visible pieces of the form of a hosted page, whether the widget shows it or not. Runs in the browser, so it
 * refers to nothing outside of it.
 */
export function piecesOf(): Piece[] {
  const selectors: Readonly<Record<string, string>> = {
    title: 'h1',
    heading: 'h2, h3',
    button: 'button.primary',
    option: '.choice, .option',
    box: '.choice input, .option input',
    input: 'input:not([type=hidden]), select, textarea',
    help: '.help, .part p',
    label: 'legend, label, .label',
  };
  const widget = document.querySelector('askwell-poll, askwell-quiz, askwell-form');
  const shown = widget?.shadowRoot?.querySelector('form');
  const roots = shown ? [...document.querySelectorAll('h1'), shown] : [...document.querySelectorAll('h1, form.answer')];
  const all = roots.flatMap((root) => [root, ...root.querySelectorAll('*')]);
  const round = (pixels: number) => Math.round(pixels);
  return all.flatMap((element) => {
    const type = Object.entries(selectors).find(([, selector]) => element.matches(selector))?.[0];
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // The inputs of a scale are there for keyboards and screen readers only.
    if (element.closest('[aria-hidden=true]')) return [];
    if (!type || width < 2 || height < 2 || style.opacity === '0' || style.visibility === 'hidden') return [];
    const text = type === 'input' || type === 'box' ? '' : (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const colors = [
      style.color,
      style.backgroundColor,
      style.borderTopColor,
      style.borderTopWidth,
      style.borderTopLeftRadius,
    ];
    // Browsers draw radio buttons and checkboxes in their own colors.
    const look = [style.fontSize, style.fontWeight, ...(type === 'box' ? [] : colors)];
    // The width of a label differs: it is as wide as its text or as its row.
    const box = ['label', 'heading', 'help', 'title'].includes(type) ? [x, y, height] : [x, y, width, height];
    return [{ type, text, box: box.map(round), look: look.join(' ') }];
  });
}
