/** Bytes out of hexadecimal digits. */
export function fromHex(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}

/** The hexadecimal digits of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
