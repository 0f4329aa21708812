/** Also works over plain HTTP, where browsers have no randomUUID. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns an idempotency key for the content. Sending the same content again (a second click, a lost response) uses the
 * same key, so that the server runs it once.
 */
export const createKeys = (newKey = randomKey): ((content: unknown) => string) => {
  let last: { content: string; key: string } | undefined
  return (content) => {
    const text = JSON.stringify(content)
    if (last?.content !== text) last = { content: text, key: newKey() }
    return last.key
  }
}
