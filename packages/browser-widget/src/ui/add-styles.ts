const sheets = new Map<string, CSSStyleSheet>();

/** Adds a style sheet to a shadow root once. Elements share the sheet. A constructed sheet needs no `style-src` in a CSP. */
export function addStyles(root: ShadowRoot, css: string): void {
  const sheet = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) sheet.replaceSync(css);
  sheets.set(css, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
