/** One server-sent event; unnamed ones are of the type `message`, as browsers have it. */
export interface ServerEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** A stream of server-sent events, read as browsers read it. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; undefined once the stream has ended. */
  next(): Promise<ServerEvent | undefined>;
  /** All that comes until the end. */
  rest(): Promise<ServerEvent[]>;
  /** Everything that has come, as it came. */
  text(): string;
  close(): void;
}

/** Opens a stream over a real socket. */
export async function openStream(
  server: { readonly url: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const going = new AbortController();
  const reply = await fetch(server.url + path, { headers, signal: going.signal });
  return readStream(reply, () => going.abort());
}

/** Reads a reply as a stream, whoever gave it. */
export function readStream(reply: Response, close: () => void): EventStream {
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  let unread = '';

  async function next(): Promise<ServerEvent | undefined> {
    for (;;) {
      const end = unread.indexOf('\n\n');
      if (end === -1) {
        const { done = true, value = '' } = (await reader?.read()) ?? {};
        if (done) return undefined;
        all += value;
        unread += value;
        continue;
      }
      const event = parse(unread.slice(0, end));
      unread = unread.slice(end + 2);
      if (event) return event;
    }
  }

  return {
    status: reply.status,
    headers: reply.headers,
    next,
    async rest() {
      const events: ServerEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    text: () => all,
    close,
  };
}

/** A block of lines; comments and what sets the time of coming back are no events. */
function parse(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { type: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) };
}
