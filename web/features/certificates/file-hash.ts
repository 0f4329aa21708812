/** The SHA-256 of a file in hexadecimal digits; undefined where the browser computes none, for example over plain HTTP. */
export const hashOfFile = async (file: Blob): Promise<string | undefined> => {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
