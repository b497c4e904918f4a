import type { Page as Tab } from 'playwright-core';

/** The elements that only one of the surfaces shows, as selectors for the page without scripts and for the widget. */
export interface Exception {
  readonly why: string;
  readonly page?: string;
  readonly widget?: string;
}

/** All intended differences between the page without scripts and the widget. */
export const exceptions: readonly Exception[] = [
  { why: 'For screen readers only.', page: '.unseen', widget: '.unseen' },
  { why: 'The title of the page is that of the widget, too.', page: '.skip, .foot' },
  {
    why: 'Without scripts, a radio button cannot be cleared.',
    page: '.choice.nothing, .matrix-head span:nth-child(n + 1):last-child:not([dir])',
    widget: '.clear',
  },
  { why: 'Without scripts, all fields are shown with their conditions.', page: '.condition' },
  {
    why: 'Without scripts, options are ranked by numbers. With scripts, they are moved.',
    page: '.ranks select, .ranks input, .how-to-rank',
    widget: '.badge, .arrow, .options > .help:has(+ .ranking)',
  },
  { why: 'Scripts show a form page by page.', widget: '.progress, .actions > .button[hidden]' },
  {
    why: 'Without scripts, results are folded below the form. They are compared when the ask is closed.',
    page: '.ask > .more',
    widget: 'form > .actions > .button:not(.primary)',
  },
  { why: 'Scripts update results and times.', page: '.until', widget: '.live, .timer' },
  { why: 'Fields of this type are never shown.', widget: ':has(> [type="hidden"])' },
  {
    why: 'A list without write-ins has a field for them that is never shown.',
    widget: '.options > select:not(:has([value="+"])) ~ .input',
  },
  {
    why: 'With scripts, the first of several pages leads to the next one.',
    page: '.form:has(.part.page) > .actions',
    widget: 'form:has(.progress:not([hidden])) > .actions',
  },
];

const selectorsOf = (surface: 'page' | 'widget') => exceptions.flatMap((exception) => exception[surface] ?? []).join();

/** Returns the texts of a hosted page in the order in which they are read. */
export function readPages(tab: Tab, pages: readonly string[]): Promise<string[][]> {
  return tab.evaluate(readTexts, { pages, without: selectorsOf('page') });
}

/** Returns the texts of the elements on a page. */
export function readWidgets(tab: Tab): Promise<string[][]> {
  return tab.evaluate(readTexts, { pages: null, without: selectorsOf('widget') });
}

/** Runs in the browser: reads the documents, or the elements if there are none. Form fields have their placeholder as text. */
function readTexts({ pages, without }: { pages: readonly string[] | null; without: string }): string[][] {
  const textsIn = (node: Node): string[] => {
    if (node instanceof Text) return [node.data.replace(/\s+/g, ' ').trim()];
    if (!(node instanceof Element) || node.matches(without)) return [];
    if (node.matches('img')) return ['[image]'];
    // Scripts show times in the time zone of the visitor, in the format of the browser.
    if (node instanceof HTMLTimeElement) {
      const lang = node.closest<HTMLElement>('[lang]')?.lang;
      const locale = lang === 'en' ? 'en-GB' : lang;
      return [new Date(node.dateTime).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })];
    }
    return [node.getAttribute('placeholder')?.trim() ?? '', ...[...node.childNodes].flatMap(textsIn)];
  };
  const roots = pages
    ? pages.map((html) => new DOMParser().parseFromString(html, 'text/html').querySelector('main'))
    : [...document.querySelectorAll('main > *')].map((element) => element.shadowRoot?.firstElementChild);
  return roots.map((root) => (root ? textsIn(root).filter(Boolean) : []));
}
