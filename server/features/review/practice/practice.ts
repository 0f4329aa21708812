import { Readable } from 'node:stream'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { readPractice } from '@lectern/contract/review/review.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { t } from '../../../platform/messages.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import { presentCriteria, presentDeskRound, presentFiles } from '../present.ts'
import type { OwnRound } from '../queries.ts'

/** A made-up lesson plan, as its PDF shows it. */
export interface PracticePlan {
  title: string
  note: string
  /** A tag such as zh-CN. */
  language: string
  chapters: { heading: string; text: string }[]
}

const planIn = (locale: Locale): PracticePlan => ({
  title: t(locale, 'practice.title'),
  note: t(locale, 'practice.plan.note'),
  language: locale,
  chapters: (['goals', 'steps', 'check'] as const).map((chapter) => ({
    heading: t(locale, `practice.plan.${chapter}`),
    text: t(locale, `practice.plan.${chapter}.text`),
  })),
})

/** Opens the made-up file in a language; no assignment has such a token. */
const tokenFor = (locale: Locale): string => `practice-work-in-${locale}`

const localeOfToken = (token: string): Locale | undefined => locales.find((locale) => tokenFor(locale) === token)

export const isPracticeToken = (token: string): boolean => localeOfToken(token) !== undefined

const drawn = new Map<Locale, Promise<Buffer>>()

const drawPlan = (locale: Locale): Promise<Buffer> => {
  const cachedPdf = drawn.get(locale)
  if (cachedPdf) return cachedPdf
  const module = new URL('./practice-pdf.ts', import.meta.url).href
  const pdf = runInThread<Uint8Array>({ module, input: planIn(locale) }).then((bytes) => Buffer.from(bytes))
  drawn.set(locale, pdf)
  pdf.catch(() => drawn.delete(locale))
  return pdf
}

const contentOf = (bytes: Buffer, tag: string): StoredContent => ({
  size: bytes.length,
  tag,
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
})

export const openPracticeFile = async (token: string, number: number): Promise<FileAnswer> => {
  const locale = localeOfToken(token)
  if (!locale || number !== 1) throw fail('file.notFound')
  return { type: 'application/pdf', body: contentOf(await drawPlan(locale), token) }
}

/** A made-up work to try the sheet on; the browser scores it, and nothing is stored. */
export const presentPractice = (ctx: Ctx, own: OwnRound): AnswerOf<typeof readPractice> => {
  const { locale } = ctx
  const plan = { number: 1, part: 'plan', type: 'application/pdf', seconds: null, pages: 1, copyVersion: null }
  return {
    round: presentDeskRound(ctx, own),
    step: own.round.rules.step,
    criteria: presentCriteria(ctx, own.round.rules),
    title: t(locale, 'practice.title'),
    summary: t(locale, 'practice.summary'),
    parts: [
      {
        id: 'plan',
        label: t(locale, 'practice.part.plan'),
        kind: 'document',
        text: null,
        files: presentFiles(tokenFor(locale), [plan]),
      },
      {
        id: 'reflection',
        label: t(locale, 'practice.part.reflection'),
        kind: 'text',
        text: t(locale, 'practice.reflection'),
        files: [],
      },
    ],
  }
}
