import { z } from 'zod'
import { lines, readLine } from './accounts/account-fields.ts'
import { linkAddress } from './pages/link-addresses.ts'
import { locales } from './locales.ts'

const inEachLanguage = <Text extends z.ZodType>(text: Text) =>
  z.strictObject(Object.fromEntries(locales.map((locale) => [locale, text.optional()]))) as unknown as z.ZodType<
    Partial<Record<(typeof locales)[number], string>>
  >

const isWritten = (text: object): boolean => Object.values(text).some((value) => value !== undefined)

/** One line per language; languages may be missing. */
export const localizedLine = (most: number) => inEachLanguage(readLine(most))

/** Several lines per language. */
export const localizedLines = (most: number) => inEachLanguage(lines(most))

/** HTML per language, without characters that the database cannot store. The server sanitises it. */
export const localizedHtml = (most: number) =>
  inEachLanguage(
    z
      .string()
      .max(most)
      .regex(/^([^\p{Cc}\p{Cs}]|[\t\n\r])*$/u),
  )

/** Requires at least one language; otherwise the error is the same as for an empty field. */
export const needed = <Text extends z.ZodType<object>>(text: Text) =>
  text.check(({ value, issues }) => {
    if (!isWritten(value))
      issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value })
  })

/** A path of this site, or an external URL with a safe scheme. */
export const link = z.string().max(2_000).regex(linkAddress)
