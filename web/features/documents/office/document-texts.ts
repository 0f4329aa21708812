import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { readDocumentSource } from '@lectern/contract/documents/documents.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'

export type DocumentSource = AnswerOf<typeof readDocumentSource>

const parts = ['title', 'body'] as const
type Part = (typeof parts)[number]

/** Form values: title and text in every language. */
export type DocumentTexts = Record<Part, Record<Locale, string>>

const compose = (textOf: (part: Part, locale: Locale) => string): DocumentTexts =>
  Object.fromEntries(
    parts.map((part) => [part, Object.fromEntries(locales.map((locale) => [locale, textOf(part, locale)]))]),
  ) as DocumentTexts

export const textsOf = (source: DocumentSource): DocumentTexts => compose((part, locale) => source[part][locale] ?? '')

export const changedLocales = (source: DocumentSource, typed: DocumentTexts): Locale[] =>
  locales.filter((locale) => parts.some((part) => typed[part][locale] !== (source[part][locale] ?? '')))

/** Merges typed texts into what another user has published since. */
export const mergeEdits = (before: DocumentSource, typed: DocumentTexts, now: DocumentSource): DocumentTexts =>
  compose((part, locale) => {
    const text = typed[part][locale]
    return text === (before[part][locale] ?? '') ? (now[part][locale] ?? '') : text
  })

/** Paths of the empty fields, as the server names them. */
export const emptyFields = (typed: DocumentTexts): { path: string; part: Part; locale: Locale }[] =>
  locales.flatMap((locale) =>
    parts
      .filter((part) => typed[part][locale].trim() === '')
      .map((part) => ({ path: `${part}.${locale}`, part, locale })),
  )
