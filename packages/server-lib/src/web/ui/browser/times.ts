/** Shows the times of a page, or of a part of it, in the time zone of the browser. Ages stay. The title still has the exact UTC time. */
export function localizeTimes(root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time:not([data-age])')) {
    const at = new Date(element.dateTime);
    // A text in another language than the page is in a separate element.
    const lang = element.closest<HTMLElement>('[lang]')?.lang;
    // `en` alone means `en-US`, which puts the month before the day.
    const locale = lang === 'en' ? 'en-GB' : lang;
    if (!Number.isNaN(at.getTime())) element.textContent = at.toLocaleString(locale, formatOf(element.dataset));
  }
}

/** The format of the widget for `data-long`. */
function formatOf({ long, seconds }: DOMStringMap): Intl.DateTimeFormatOptions {
  if (long !== undefined) return { dateStyle: 'long', timeStyle: 'short' };
  const format = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return seconds === undefined ? format : { ...format, second: '2-digit' };
}
