type Listener = (data: string) => void;

/** Browsers hold only a few connections open to one server, whatever the number of widgets and tabs. */
const most = 3;
const followed = new Map<string, Set<Listener>>();
const sources = new Map<string, EventSource>();

/** Calls back with each state of the results at an address, while the page is in sight, until the signal. */
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

/** Opens what is followed, and closes what is not. */
function connect(): void {
  for (const [url, listeners] of followed) {
    const source = sources.get(url);
    const isWanted = listeners.size > 0 && !document.hidden;
    if (source && !isWanted) {
      source.close();
      sources.delete(url);
    } else if (!source && isWanted && sources.size < most) {
      const opened = new EventSource(url);
      opened.onmessage = ({ data }) => {
        for (const listener of listeners) listener(data);
      };
      sources.set(url, opened);
    }
  }
}
