/** Returns styles of pages for a shadow root: the element is the page, and its width is the width of the window. */
export function toShadowCss(css: string): string {
  return css
    .replaceAll(/:root\b/g, ':host')
    .replaceAll(/@media (?=[^{]*\b(?:width|min-width|max-width)\b)(?![^{]*\b(?:print|screen)\b)/g, '@container ');
}
