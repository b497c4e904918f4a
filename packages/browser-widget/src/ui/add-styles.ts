const sheets = new Map<string, CSSStyleSheet>();

/** Adds styles to a shadow root, once. All elements of a page share the sheet. Constructed sheets need no `style-src`. */
export function addStyles(root: ShadowRoot, css: string): void {
  const sheet = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) sheet.replaceSync(css);
  sheets.set(css, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
