import { request } from '../api.js';

/** Receives updates, and undefined when there will be no more. */
type Listener = (data?: string) => void;

/** Browsers limit the connections to one server, which all elements and tabs share. */
const maxSources = 3;
const followed = new Map<string, Set<Listener>>();
const sources = new Map<string, EventSource>();

/** Calls the listener with each update of the results at a URL while the page is visible, until the signal is aborted. */
export function follow(url: string, listener: Listener, signal: AbortSignal): void {
  const listeners = followed.get(url) ?? new Set();
  followed.set(url, listeners.add(listener));
  signal.addEventListener('abort', () => {
    listeners.delete(listener);
    connect();
  });
  document.addEventListener('visibilitychange', connect, { signal });
  connect();
}

/** Opens the event sources that have listeners, and closes the others. */
function connect(): void {
  for (const [url, listeners] of followed) {
    const source = sources.get(url);
    const isWanted = listeners.size > 0 && !document.hidden;
    if (source && !isWanted) {
      source.close();
      sources.delete(url);
    } else if (!source && isWanted && sources.size < maxSources) {
      const opened = new EventSource(url);
      opened.onmessage = ({ data }) => {
        for (const listener of listeners) listener(data);
      };
      opened.onerror = () => {
        if (opened.readyState !== opened.CLOSED) return;
        for (const listener of listeners) listener();
        // Browsers do not show the response. If the app has refused it, this request tells the developer.
        request(url.replace('/live', ''));
      };
      sources.set(url, opened);
    }
  }
}
