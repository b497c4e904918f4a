/** Bytes as a string with one character for each byte, which Node writes faster than a buffer. */
export class Latin1Text {
  constructor(readonly text: string) {}

  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1');
  }
}
