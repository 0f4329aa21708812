import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageRead, PageReadAnswer } from '@lectern/contract/site.ts'
import type { AppError } from '../failure.ts'
import { failureEnvelope } from './failures.ts'

/** For whom a page is rendered. */
export interface Reader {
  locale: Locale
  /** The network that it counts against; that of the server itself if the page is the same for everybody. */
  address: string
}

/** One read: its id, which an error mentions, and its reader. */
export interface ReadOrigin extends Reader {
  requestId: string
}

type Answer = (read: PageRead, origin: ReadOrigin) => Promise<string>

/**
 * Pages are rendered from the same API that browsers use. Their reads call its handlers directly, as a visitor: a second
 * request inside of the process would take longer than most pages.
 */
export class PageReads {
  readonly #answers = new Map<string, Answer>()
  readonly #report: (error: unknown, requestId: string) => AppError

  /** `report` logs an error and returns the failure that the reader sees. */
  constructor(report: (error: unknown, requestId: string) => AppError) {
    this.#report = report
  }

  add({ method, path }: Endpoint, answer: Answer): void {
    if (method === 'GET') this.#answers.set(path, answer)
  }

  async read(read: PageRead, reader: Reader): Promise<PageReadAnswer> {
    const { method, path } = read
    const answer = method === 'GET' ? this.#answers.get(path) : undefined
    // Rendering a page must never change anything.
    if (!answer) throw new Error(`A page may not ${method} ${path} while it is rendered`)
    const requestId = randomUUID()
    try {
      return { status: 200, body: await answer(read, { ...reader, requestId }) }
    } catch (error) {
      const failure = this.#report(error, requestId)
      const envelope = failureEnvelope(failure, reader.locale, requestId)
      return { status: catalogue[failure.error].status, body: JSON.stringify(envelope) }
    }
  }
}
