import css from './style.css';

let sheet: CSSStyleSheet | undefined;

/** The one style sheet that all elements of a page share. Constructed, it needs no source of styles to be allowed. */
export function sheetOf(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
