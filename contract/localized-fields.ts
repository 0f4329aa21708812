import { z } from 'zod'
import { lines, readLine } from './account-fields.ts'
import { linkAddress } from './link-addresses.ts'
import { locales } from './locales.ts'

const inEachLanguage = <Text extends z.ZodType>(text: Text) =>
  z.strictObject(Object.fromEntries(locales.map((locale) => [locale, text.optional()]))) as unknown as z.ZodType<
    Partial<Record<(typeof locales)[number], string>>
  >

const isWritten = (text: object): boolean => Object.values(text).some((value) => value !== undefined)

/** One line in any of the languages; a language that is left out is not written yet. */
export const localizedLine = (most: number) => inEachLanguage(readLine(most))

/** Several lines in any of the languages. */
export const localizedLines = (most: number) => inEachLanguage(lines(most))

/** HTML in any of the languages, without what the database cannot hold; the server reduces it to what it may contain. */
export const localizedHtml = (most: number) =>
  inEachLanguage(
    z
      .string()
      .max(most)
      .regex(/^([^\p{Cc}\p{Cs}]|[\t\n\r])*$/u),
  )

/** At least one language says something; otherwise it is told as any field that was left empty. */
export const needed = <Text extends z.ZodType<object>>(text: Text) =>
  text.check(({ value, issues }) => {
    if (!isWritten(value))
      issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value })
  })

/** A path of this site, or an address elsewhere; nothing that runs. */
export const link = z.string().max(2_000).regex(linkAddress)
