import { type Requests, send } from './requests.js';

/** A server-sent event. Without a name, its type is `message`, as in browsers. */
export interface ServerEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** A stream of server-sent events. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** Reads the next event; undefined at the end of the stream. */
  next(): Promise<ServerEvent | undefined>;
  /** Reads all events until the end. */
  rest(): Promise<ServerEvent[]>;
  /** Returns the received text. */
  text(): string;
  close(): void;
}

/** Opens a stream. */
export async function openStream(
  server: Requests,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const going = new AbortController();
  const reply = await send(server, server.url + path, { headers, signal: going.signal });
  return readStream(reply, () => going.abort());
}

/** Reads the body of a reply as a stream of events. */
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

/** Parses a block of lines. Returns undefined for comments and for `retry`. */
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
