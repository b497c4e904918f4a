/** Programs that say who they are: crawlers, link previews, monitors, and browsers that a program controls. */
const programs =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly|monitor|lighthouse|headless|puppeteer|playwright|phantomjs|curl|wget|python|java\/|go-http|axios|node/i;

/** Whether a request seems to be from the browser of a person who sees the page, not from a program or a prefetch. */
export function isPerson(header: (name: string) => string | undefined): boolean {
  const agent = header('user-agent') ?? '';
  const isPrefetch = [header('sec-purpose'), header('purpose'), header('x-moz')].some((purpose) =>
    purpose?.includes('prefetch'),
  );
  return agent !== '' && !programs.test(agent) && !isPrefetch;
}
