/** Shows times in the reader's zone; the title keeps the exact UTC time. */
export function localizeTimes(): void {
  const { lang } = document.documentElement;
  // English alone would have the day after the month.
  const locale = lang === 'en' ? 'en-GB' : lang;
  const format = formatIn(locale, {});
  const precise = formatIn(locale, { second: '2-digit' });
  for (const element of document.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    const isPrecise = element.dataset['seconds'] !== undefined;
    if (!Number.isNaN(at.getTime())) element.textContent = (isPrecise ? precise : format).format(at);
  }
}

function formatIn(locale: string, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...more,
  });
}
