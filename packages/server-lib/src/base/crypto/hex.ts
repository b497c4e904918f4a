/** Decodes hexadecimal digits. */
export function fromHex(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}

/** Encodes bytes as hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
