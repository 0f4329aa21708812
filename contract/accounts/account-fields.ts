import { z } from 'zod'
import { codeLength, maxNicknameLength, maxProfileLength, passwordLength, usernameLength } from './account-values.ts'
import {
  composedName,
  isContact,
  isEmail,
  isPhone,
  plainContact,
  plainEmail,
  plainName,
  plainPhone,
} from '../contact-messages/contact-forms.ts'
import { countries } from '../countries.ts'
import { withWords } from '../field-words.ts'
import { maxSearchLength } from '../search/search-limits.ts'

/** Text that will be normalised. The length is checked first: normalising takes quadratic time for some texts. */
export const raw = (most: number) =>
  z.string().check(({ value, issues }) => {
    if (value.length > 4 * most)
      issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value, continue: false })
  })

const oneLine = (most: number, plain: (text: string) => string) =>
  raw(most)
    .overwrite(plain)
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]*$/u)

/** One line: no line breaks and no invisible characters. */
export const line = (most: number) => oneLine(most, plainName)

/** One line for readers, never compared: full-width punctuation and superscripts stay as written. */
export const readLine = (most: number) => oneLine(most, composedName)

/** Characters that change the text direction. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Several lines, at least one of them not blank. */
export const lines = (most: number) =>
  raw(most)
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(turning, '').trim())
    .min(1, { abort: true })
    .max(most)
    .regex(/^([^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]|[\n\t])*$/u)
    .regex(/[^\s\p{Default_Ignorable_Code_Point}]/u)

/** A search text. NUL, which the database cannot store, counts as a space. */
export const search = z
  .string()
  .overwrite((text) => text.replaceAll('\u0000', ' '))
  .trim()
  .max(maxSearchLength)

/** Letters of any script, digits, `_` and `-`; at least one letter. */
export const username = withWords(
  raw(usernameLength.most)
    .overwrite(plainName)
    .min(usernameLength.least)
    .max(usernameLength.most)
    .regex(/^[\p{L}\p{M}\p{Nd}_-]+$/u)
    .regex(/\p{L}/u),
  { required: 'field.username.required', invalid: 'field.username.invalid', length: 'field.username.length' },
)

/** Passwords that differ only in Unicode composition are the same. */
const composed = (text: string): string => text.normalize('NFKC')

export const newPassword = withWords(
  raw(passwordLength.most).overwrite(composed).min(passwordLength.least).max(passwordLength.most),
  { required: 'field.newPassword.required', length: 'field.password.length' },
)
export const givenPassword = withWords(raw(passwordLength.most).overwrite(composed).min(1).max(passwordLength.most), {
  required: 'field.password.required',
})

const maxContactLength = 254

/** For the address of another user or of the organisers: only the format has a message of its own. */
export const email = withWords(
  raw(maxContactLength).overwrite(plainEmail).min(1).max(maxContactLength).refine(isEmail),
  {
    invalid: 'field.email.invalid',
  },
)
export const phone = withWords(
  raw(maxContactLength).overwrite(plainPhone).min(1).max(maxContactLength).refine(isPhone),
  {
    invalid: 'field.phone.invalid',
  },
)

/** For the caller's own e-mail address or phone number. */
export const contact = withWords(
  raw(maxContactLength).overwrite(plainContact).min(1).max(maxContactLength).refine(isContact),
  { required: 'field.contact.required', invalid: 'field.contact.invalid' },
)

export const code = withWords(
  raw(codeLength)
    .overwrite((text) => plainName(text).replaceAll(/\s/g, ''))
    .min(1)
    .regex(new RegExp(`^\\d{${codeLength}}$`)),
  { required: 'field.code.required', invalid: 'field.code.invalid' },
)

/** A code of the authenticator app, or a recovery code. */
export const secondFactorCode = withWords(raw(40).overwrite(plainName).min(1).max(40), {
  required: 'field.secondFactor.required',
})

/** A solved proof of work, as the browser encodes it. */
export const proof = z.string().min(1).max(4_096)

/** Profile fields that users edit themselves; organisers may edit them too. */
export const profileFields = {
  nickname: withWords(line(maxNicknameLength), { required: 'field.nickname.required' }),
  realName: withWords(line(64), { required: 'field.realName.required' }),
  profile: withWords(lines(maxProfileLength), { required: 'field.profile.required' }),
  country: withWords(z.enum(countries), { required: 'field.country.required' }),
  province: withWords(line(64), { required: 'field.province.required' }),
  city: withWords(line(64), { required: 'field.city.required' }),
  address: withWords(line(200), { required: 'field.address.required' }),
  school: withWords(line(100), { required: 'field.school.required' }),
  department: withWords(line(100), { required: 'field.department.required' }),
  title: withWords(line(64), { required: 'field.title.required' }),
}
