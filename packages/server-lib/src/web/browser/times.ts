/** Shows times in the time zone of the browser. The title still has the exact UTC time. */
export function localizeTimes(): void {
  const { lang } = document.documentElement;
  // `en` alone means `en-US`, which puts the month before the day.
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
