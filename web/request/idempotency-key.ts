/** Works on plain http too, where browsers have no randomUUID. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Gives each attempt a key. The same content tried again, after a second click or a lost answer, is the same attempt: the server does
 * it once.
 */
export const createKeys = (newKey = randomKey): ((content: unknown) => string) => {
  let last: { content: string; key: string } | undefined
  return (content) => {
    const text = JSON.stringify(content)
    if (last?.content !== text) last = { content: text, key: newKey() }
    return last.key
  }
}
