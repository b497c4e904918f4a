/** Shows times in the time zone of the browser. The title still has the exact UTC time. */
export function localizeTimes(): void {
  for (const element of document.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    // Texts in another language than that of the page are in an element of their own.
    const lang = element.closest<HTMLElement>('[lang]')?.lang;
    const seconds = element.dataset['seconds'] === undefined ? {} : ({ second: '2-digit' } as const);
    // `en` alone means `en-US`, which puts the month before the day.
    if (!Number.isNaN(at.getTime())) element.textContent = formatIn(lang === 'en' ? 'en-GB' : lang, seconds).format(at);
  }
}

function formatIn(locale: string | undefined, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...more,
  });
}
