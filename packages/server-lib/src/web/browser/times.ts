/** Shows times in the reader's zone; the title keeps the exact UTC time. */
export function localizeTimes(): void {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  for (const element of document.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    if (!Number.isNaN(at.getTime())) element.textContent = format.format(at);
  }
}
