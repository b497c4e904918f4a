type Listener = (data: string) => void;

/** Browsers hold only a few connections open to one server, whatever the number of widgets and tabs. */
const most = 3;
const listeners = new Map<string, Set<Listener>>();
const sources = new Map<string, EventSource>();

/** Calls back with each state of the results at an address, while the page is in sight. Returns how to stop. */
export function follow(url: string, listener: Listener): () => void {
  const others = listeners.get(url) ?? new Set();
  listeners.set(url, others.add(listener));
  connect();
  return () => {
    others.delete(listener);
    if (others.size === 0) listeners.delete(url);
    connect();
  };
}

/** Opens what is followed, and closes what is not. */
function connect(): void {
  for (const [url, source] of sources) {
    if (listeners.has(url) && !document.hidden) continue;
    source.close();
    sources.delete(url);
  }
  for (const url of listeners.keys()) {
    if (sources.size >= most || sources.has(url) || document.hidden) continue;
    const source = new EventSource(url);
    source.addEventListener('message', ({ data }) => {
      for (const listener of listeners.get(url) ?? []) listener(data);
    });
    sources.set(url, source);
  }
}

// Where there is no document, nothing is followed either.
globalThis.document?.addEventListener('visibilitychange', connect);
