/** Bytes as a text that has a character for each of them, which Node writes faster than the bytes. */
export class ByteText {
  constructor(readonly text: string) {}

  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1');
  }
}
