import { z } from 'zod'
import { agreementNames, documentNames } from '../accounts/account-values.ts'
import { line, lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { documentId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, shortListQuery } from '../paging.ts'

const agreementHead = z.object({
  id: documentId,
  name: z.enum(agreementNames),
  version: z.int(),
  title: z.string(),
  locale: z.enum(locales),
  publishedAt: z.iso.datetime(),
})
export type DocumentHead = z.infer<typeof agreementHead>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  summary: 'The current documents, which users agree to when they sign up',
  query: shortListQuery,
  answer: pageOf(agreementHead),
})

const params = z.strictObject({ name: z.enum(documentNames) })

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:name',
  summary: 'A document in its current version, or a former one',
  params: z.strictObject({ name: z.enum(agreementNames) }),
  query: z.strictObject({
    version: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
  answer: agreementHead.extend({
    /** Safe HTML, sanitised on the server. */
    body: z.string(),
    versions: z.array(z.object({ version: z.int(), publishedAt: z.iso.datetime() })),
  }),
})

const perLocale = <Field extends z.ZodType>(field: Field) =>
  z.strictObject(
    Object.fromEntries(locales.map((locale) => [locale, field])) as Record<(typeof locales)[number], Field>,
  )

/** The editable source. */
export const readDocumentSource = endpoint({
  method: 'GET',
  path: '/api/documents/:name/source',
  summary: 'The current version of a document in all languages, for organisers',
  params,
  answer: z.object({
    version: z.int(),
    title: z.record(z.string(), z.string()),
    body: z.record(z.string(), z.string()),
  }),
})

export const publishDocument = endpoint({
  method: 'POST',
  path: '/api/documents/:name',
  summary: 'Publishes a new version in all languages; those whom it concerns have to agree again',
  params,
  idempotent: true,
  body: z.strictObject({
    /** The version that was edited; saving fails if there is a newer one. */
    basedOn: z.int(),
    title: perLocale(line(100)),
    body: perLocale(lines(60_000)),
  }),
  answer: agreementHead.extend({ name: z.enum(documentNames) }),
})
