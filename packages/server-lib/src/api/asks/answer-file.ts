/**
 * A file of answers, or of everything that an account owns, as an async iterable of bytes that `pipeline` of `node:stream/promises` accepts. Can be read once.
 *
 * @example
 * await pipeline(await askwell.polls.votes.csv(account, poll.id), createWriteStream('votes.csv'));
 */
export interface AnswerFile extends AsyncIterable<Uint8Array> {
  /** The name of the file, such as `poll_…-votes.csv`. */
  readonly filename: string;
  /** The media type, for the `Content-Type` header of a response. */
  readonly contentType: string;
  /** Returns the whole file as text. */
  text(): Promise<string>;
}

/** Returns a file whose content arrives in pieces. */
export function answerFile(
  filename: string,
  contentType: string,
  pieces: AsyncIterable<string | Uint8Array>,
): AnswerFile {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    for await (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
  }

  const chunks = bytes();
  return {
    filename,
    contentType,
    [Symbol.asyncIterator]: () => chunks,
    async text() {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      let text = '';
      for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
      return text + decoder.decode();
    },
  };
}
