import type { WidgetText } from '../../../server-lib/src/shared/messages/english.js';
import type { ChangePreview } from '../../../server-lib/src/shared/presentation/previewed-form.js';
import type { TurnPages } from '../flow/paged-form-types.js';
import type { FormItem } from '../inputs/control.js';
import { h } from '../ui/dom.js';
import { button } from '../ui/parts.js';

/** Options of {@link pageTurner}. */
interface PagerOptions {
  /** Whether a page has one item. Then that item gets the focus, and the step is kept over a reload. */
  readonly isSteps?: boolean;
  /** The page that is shown first. */
  readonly first?: number;
  /** Returns the text of the button, if it is neither "Next" nor the text for submitting. */
  readonly mainLabel?: (page: number) => string | false | null | undefined;
  /** Whether the first page is a welcome, which does not count as a page. */
  readonly hasWelcome?: boolean;
}

/**
 * Returns the function that turns the pages of a form.
 *
 * @param label The text of the page counter.
 * @param divide Returns the page of each visible item, for the answers so far.
 * @param create Creates the item of a question or field.
 */
export function pageTurner<Asked>(
  label: WidgetText,
  divide: () => ReadonlyMap<FormItem, number>,
  create: (asked: Asked) => FormItem,
  { isSteps = false, first = 0, mainLabel, hasWelcome = false }: PagerOptions = {},
): TurnPages {
  return ({ pages, items, extraItems, inputs, actions, update, announce, draft, t }) => {
    const text = h('span', '');
    const bar = h('div', 'fill');
    const progress = h('div', { class: 'progress', tabindex: -1 }, text, h('div', 'bar', bar));
    const back = button(t('Back'), () => {
      pages.current--;
      update(true);
    });
    pages.current = (isSteps && draft?.step) || first;
    // Only for the editor of the dashboard: its preview shows and marks the question or field that is edited.
    inputs.addEventListener('askwell:edit', (event) =>
      (event as CustomEvent<ChangePreview<Asked>>).detail(
        items,
        (at, asked) => {
          const [now, next] = [items[at], create(asked)];
          next.setAnswer?.(() => []);
          now?.element.replaceWith(next.element);
          Object.assign(now ?? {}, next);
        },
        (at) => {
          if (at !== undefined)
            pages.current = Math.max(0, ...items.slice(0, at + 1).map((item) => pages.pageOf.get(item) ?? 0));
          update(false);
        },
      ),
    );
    inputs.prepend(progress);
    inputs.classList.toggle('steps', isSteps);
    actions.prepend(back);

    function showStep(shown: readonly FormItem[]): void {
      // The focus reads the question, but not the headings above it.
      announce(shown.map(({ element, focus }) => (focus ? text : element).innerText).join('\n'));
      shown.find(({ focus }) => focus)?.focus?.();
      inputs.scrollIntoView({ block: 'nearest' });
      draft?.keepStep(pages.current);
    }

    return (isTurned) => {
      const pageOf = new Map(divide());
      const last = Math.max(0, ...pageOf.values());
      for (const item of extraItems) pageOf.set(item, last);
      const current = Math.min(pages.current, last);
      Object.assign(pages, { current, last, pageOf });
      const shown = items.filter((item) => {
        const isShown = pageOf.get(item) === current;
        // A write invalidates styles, even if it changes nothing.
        if (item.element.hidden === isShown) item.element.hidden = !isShown;
        return isShown && item.type !== 'hidden';
      });
      const n = current + (hasWelcome ? 0 : 1);
      const m = last + (hasWelcome ? 0 : 1);
      progress.hidden = m < 2 || !n;
      const place = t(label, { n, m });
      if (text.textContent !== place) {
        text.textContent = place;
        bar.style.width = `${(n / m) * 100}%`;
      }
      back.hidden = !current;
      if (isTurned) {
        if (progress.hidden) shown.find(({ focus }) => focus)?.focus?.();
        else progress.focus();
        if (isSteps) showStep(shown);
      }
      return mainLabel?.(current) || undefined;
    };
  };
}
