import type { Answer } from './transport.ts'

const defaultTtl = 60_000
const maximumEntries = 50

interface Entry {
  answer: Answer
  expiresAt: number
}

/** Cached responses; the oldest is evicted first. */
export const createAnswerCache = () => {
  let entries = new Map<string, Entry>()
  return {
    find(key: string): Answer | undefined {
      const entry = entries.get(key)
      return entry && entry.expiresAt > performance.now() ? entry.answer : undefined
    },
    /**
     * Returns a function that stores the response. It does nothing if the cache was cleared after the request was sent.
     */
    reserve(key: string, ttl = defaultTtl): (answer: Answer) => void {
      const reserved = entries
      return (answer) => {
        reserved.delete(key)
        reserved.set(key, { answer, expiresAt: performance.now() + ttl })
        const oldest = reserved.keys().next()
        if (reserved.size > maximumEntries && !oldest.done) reserved.delete(oldest.value)
      }
    },
    clear() {
      entries = new Map()
    },
  }
}
