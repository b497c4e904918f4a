/** An event of a stream. */
export interface ServerSentEvent {
  /** The ID in the event itself. Undefined if the event has no ID. */
  readonly id: string | undefined;
  /** Undefined if the event only updates the last event ID. */
  readonly data: string | undefined;
}

/** Reads the lines of `text/event-stream`. Skips comments, unknown fields, and an incomplete last event. */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let id: string | undefined;
  let data: string[] = [];
  for await (const given of lines) {
    const line = given.endsWith('\r') ? given.slice(0, -1) : given;
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') };
      else if (id !== undefined) yield { id, data: undefined };
      id = undefined;
      data = [];
    } else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
}
