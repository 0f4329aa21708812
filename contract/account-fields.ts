import { z } from 'zod'
import { codeLength, passwordLength, usernameLength } from './account-values.ts'
import { isContact, isEmail, isPhone, plainContact, plainEmail, plainName, plainPhone } from './contact-forms.ts'
import { countries } from './countries.ts'
import { longestSearch } from './search-limits.ts'

/** One line: no line breaks and nothing else that cannot be seen, wherever it will be printed. */
export const line = (most: number) =>
  z
    .string()
    .overwrite(plainName)
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u)

/** Several lines. */
export const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .min(1)
    .max(most)
    .regex(/^[\P{Cc}\n\t]*$/u)

/** What a person looks for; the one character that the database cannot hold separates words, as a space does. */
export const search = z
  .string()
  .overwrite((text) => text.replaceAll('\u0000', ' '))
  .trim()
  .max(longestSearch)

/** Letters of any script, digits, `_` and `-`; at least one letter. */
export const username = z
  .string()
  .overwrite(plainName)
  .min(usernameLength.least)
  .max(usernameLength.most)
  .regex(/^[\p{L}\p{M}\p{Nd}_-]+$/u)
  .regex(/\p{L}/u)

/** The same characters in another composition are the same password. */
const composed = (text: string): string => text.normalize('NFKC')

export const newPassword = z.string().overwrite(composed).min(passwordLength.least).max(passwordLength.most)
export const givenPassword = z.string().overwrite(composed).min(1).max(passwordLength.most)

export const email = z.string().overwrite(plainEmail).min(1).refine(isEmail)
export const phone = z.string().overwrite(plainPhone).min(1).refine(isPhone)
export const contact = z.string().overwrite(plainContact).min(1).max(254).refine(isContact)

export const code = z
  .string()
  .overwrite((text) => plainName(text).replaceAll(/\s/g, ''))
  .min(1)
  .regex(new RegExp(`^\\d{${codeLength}}$`))

/** A code of the authenticator app, or a recovery code. */
export const secondFactorCode = z.string().overwrite(plainName).min(1).max(40)

/** A solved challenge, as the browser packs it. */
export const proof = z.string().min(1).max(4_096)

/** The fields of a person that he, or an organiser, may write. */
export const profileFields = {
  nickname: line(32),
  realName: line(64),
  profile: lines(500),
  country: z.enum(countries),
  province: line(64),
  city: line(64),
  address: line(200),
  school: line(100),
  department: line(100),
  title: line(64),
}
