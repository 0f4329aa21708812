import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageRead, PageReadAnswer } from '@lectern/contract/settings/site.ts'
import type { AppError } from '../failure.ts'
import { failureEnvelope } from './failures.ts'

/** For whom a page is rendered. */
export interface Reader {
  locale: Locale
  /** The network that it counts against. */
  address: string
  /** Of the request for the page: an error mentions it, and the log has it. */
  requestId: string
}

type Answer = (read: PageRead, reader: Reader) => Promise<{ body: string; isSteady: boolean }>

/** Logs an error and returns the failure that the reader sees. */
type Report = (error: unknown, path: string, requestId: string) => AppError

/**
 * Pages are rendered from the same API that browsers use. Their reads call its handlers directly, as a visitor: a second
 * request inside of the process would take longer than most pages.
 */
export class PageReads {
  readonly #answers = new Map<string, Answer>()
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  add({ method, path }: Endpoint, answer: Answer): void {
    if (method === 'GET') this.#answers.set(path, answer)
  }

  async read(read: PageRead, reader: Reader): Promise<PageReadAnswer & { isSteady: boolean }> {
    const { method, path } = read
    const answer = method === 'GET' ? this.#answers.get(path) : undefined
    // Rendering a page must never change anything.
    if (!answer) throw new Error(`A page may not ${method} ${path} while it is rendered`)
    try {
      return { status: 200, ...(await answer(read, reader)) }
    } catch (error) {
      const failure = this.#report(error, path, reader.requestId)
      const envelope = failureEnvelope(failure, reader.locale, reader.requestId)
      return { status: catalogue[failure.error].status, body: JSON.stringify(envelope), isSteady: false }
    }
  }
}
