import { chineseTerms } from './chinese-terms.ts'
import { lineAt, type Check, type Problem, type ProjectFile } from './project.ts'

/** Spellings that are not American. */
const british =
  /\b(?:\w*[bdlmnpv]our(?:s|ed|ing|ful|able|ite)?|\w+(?:al|an|gn|il|in|is|it|m|or|r|st)is(?:e[drs]?|ing|ations?)|centre\w*|cancell(?:ed|ing)|labell\w+|programmes?|licence\w*|enrolments?|fulfil|grey)\b/gi
const american =
  /^(?:your|yours|hours?|labour|four|(?:re|ad|super|tele)vis\w+|\w*promis\w+|exerc\w+|expertise|otherwise|surpris\w+)$/i

/** What a text in this language does not say: British spellings in English, second names of things in Chinese. */
export const wrongWords = (locale: string, text: string): string[] => [
  ...(locale === 'en-US' ? [...text.matchAll(british)] : [])
    .filter(([word]) => !american.test(word))
    .map(([word]) => `is not American English: ${word}`),
  ...(chineseTerms[locale] ?? []).flatMap(({ wrong, right }) => {
    const [words] = wrong.exec(text) ?? []
    return words === undefined ? [] : [`says “${words}”: write ${right}`]
  }),
]

interface LocalizedWords {
  locale: string
  text: string
}

/** The texts of a JSON file by language, wherever they are in it. */
const wordsIn = (value: unknown, locale = ''): LocalizedWords[] => {
  if (typeof value === 'string') return locale ? [{ locale, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    wordsIn(inside, /^[a-z]{2}-[A-Z]{2}$/.test(key) ? key : locale),
  )
}

const contentsOf = ({ path, text }: ProjectFile): LocalizedWords[] => {
  if (path.endsWith('.json')) return wordsIn(JSON.parse(text))
  const [, locale] = /\/([a-z]{2}-[A-Z]{2})\.md$/.exec(path) ?? []
  return locale ? [{ locale, text }] : []
}

/** Content of a new site and of the demo follows the same rules as messages. */
export const findContentProblems: Check = (files) =>
  files
    .filter(({ path }) => /^server\/database\/(?!released\/).*\.(?:json|md)$/.test(path))
    .flatMap((file) =>
      contentsOf(file).flatMap(({ locale, text }) =>
        wrongWords(locale, text).map((why): Problem => ({
          path: file.path,
          line: lineAt(file.text, Math.max(0, file.text.indexOf(text.slice(0, 20)))),
          why: `in ${locale} ${why}`,
        })),
      ),
    )
