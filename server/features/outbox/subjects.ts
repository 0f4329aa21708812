import { locales } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import { letters, type LetterName } from './letters.ts'

/** Values that change the words of a subject. */
const variants: Partial<Record<LetterName, { name: string; values: readonly string[] }>> = {
  code: { name: 'purpose', values: ['signUp', 'signIn', 'resetPassword', 'changeContact'] },
  secondFactorChanged: { name: 'change', values: ['enabled', 'removed', 'codesRenewed'] },
  wayInChanged: { name: 'change', values: ['added', 'renamed', 'removed'] },
}

/** Empty here: the values are searched in the letters themselves. */
const left = {
  title: '',
  subject: '',
  reference: '',
  person: '',
  activity: '',
  username: '',
  contact: '',
  institution: '',
  name: '',
}

const subjectsOf = (letter: LetterName): string[] => {
  const { name, values } = variants[letter] ?? { name: 'none', values: [''] }
  return locales.flatMap((locale) =>
    values.map((value) => t(locale, `letter.${letter}.subject`, { ...left, [name]: value }).toLowerCase()),
  )
}

let subjectsByName: Map<LetterName, string[]> | undefined

/** The kinds of letters whose subject contains these words in any language. */
export const lettersAbout = (words: string): LetterName[] => {
  subjectsByName ??= new Map((Object.keys(letters) as LetterName[]).map((letter) => [letter, subjectsOf(letter)]))
  const searchText = words.trim().toLowerCase()
  return [...subjectsByName].flatMap(([letter, subjects]) =>
    subjects.some((subject) => subject.includes(searchText)) ? [letter] : [],
  )
}
