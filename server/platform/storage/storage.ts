import type { Readable } from 'node:stream'

/** Where the content of files lives; what they are stands in the database. */
export interface Storage {
  /** Stores the whole content or nothing; a crash leaves no half of it under its key. */
  put(key: string, content: Buffer): Promise<void>
  /** undefined when there is nothing under the key. */
  read(key: string): Promise<Readable | undefined>
  /** Nothing under the key is as good. */
  remove(key: string): Promise<void>
}
