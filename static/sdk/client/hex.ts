// Bytes and their SHA-256, as the API writes them.

/** Returns bytes in hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the SHA-256 of bytes in hex. */
export async function hexOf(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)))
}
