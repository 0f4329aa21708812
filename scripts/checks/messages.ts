import {
  isArgumentElement,
  isDateElement,
  isPluralElement,
  isPoundElement,
  isLiteralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  parse,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'
import { catalogue } from '@lectern/contract/errors.ts'
import { locales } from '@lectern/contract/locales.ts'
import { enrolmentStates, lengthTerms, momentArguments } from './chinese-terms.ts'
import { wrongWords } from './languages.ts'
import { lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { usedKeys } from './message-uses.ts'

const han = /\p{Script=Han}/u
const writtenWithoutHan = ['en-US', 'pt-BR', 'id-ID']

interface Message {
  locale: string
  /** The file name, the same in every locale. */
  file: string
  key: string
  text: string
  path: string
  line: number
}

const messageFiles = (files: readonly ProjectFile[]): ProjectFile[] =>
  files.filter(({ path }) => /^messages\/[^/]+\/[^/]+\.json$/.test(path))

const messagesIn = ({ path, text }: ProjectFile): Message[] => {
  const [, locale = '', file = ''] = path.split('/')
  const entries: Record<string, string> = JSON.parse(text)
  return Object.entries(entries).map(([key, value]) => ({
    locale,
    file,
    key,
    text: value,
    path,
    line: lineAt(text, text.indexOf(`${JSON.stringify(key)}:`)),
  }))
}

/** Every argument of a message, nested ones too. */
const namesIn = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    const inside = isTagElement(element) ? element.children : options.flatMap(({ value }) => value)
    return [element.value, ...namesIn(inside)]
  })

/** Undefined if the message cannot be parsed. */
const argumentsOf = (text: string): string | undefined => {
  try {
    return [...new Set(namesIn(parse(text)))].sort().join(', ')
  } catch {
    return undefined
  }
}

/** Latin punctuation and brackets next to Chinese characters; arguments may be either. */
const latinSigns = /\p{Script=Han}\s*[(),;:?!]|[(),;:?!]\s*\p{Script=Han}/u

/** The text of a message without its arguments. */
const wordsOf = (elements: MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (isLiteralElement(element)) return element.value
      if (isTagElement(element)) return wordsOf(element.children)
      const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
      return options.map(({ value }) => wordsOf(value)).join(' · ') || '·'
    })
    .join('')

/** Arguments that are always numbers: without a format they would lack thousands separators. */
const counts = ['count', 'done', 'hours', 'least', 'minutes', 'most', 'row', 'seconds', 'submission']

/** Numbers without a format, and dates with one. */
const unformatted = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (isArgumentElement(element) && counts.includes(element.value)) return [`{${element.value}} wants “, number”`]
    if (isDateElement(element) || isTimeElement(element)) return [`{${element.value}} is formatted by formatMoment`]
    const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    return unformatted(isTagElement(element) ? element.children : options.flatMap(({ value }) => value))
  })

const moments = momentArguments.join('|')
const spacedMoment = new RegExp(`\\{(?:${moments})\\} (?=\\p{Script=Han})`, 'u')
/** A reason is typed by somebody, with or without a full stop. */
const reasonInside = /\{reason\}\s*[^\s”」)）}]/u

const wrongLength = (locale: string, words: string): string[] => {
  const term = lengthTerms[locale]
  return term?.wrong.test(words) ? [`counts characters as words: write ${term.right}`] : []
}

const wrongArguments = (locale: string, text: string): string[] => {
  const moment = locale.startsWith('zh') ? spacedMoment.exec(text)?.[0] : undefined
  return [
    ...(moment ? [`has a space after ${moment.trim()}, which may end with a bracket`] : []),
    ...(reasonInside.test(text) ? ['goes on after {reason}: what somebody typed comes last'] : []),
  ]
}

/** Style rules of each language: punctuation and spelling. */
const checkStyle = ({ locale, key, text, path, line }: Message): Problem[] => {
  if (argumentsOf(text) === undefined) return []
  const words = wordsOf(parse(text))
  const problems = unformatted(parse(text)).map((problem) => `${key}: ${problem}`)
  if (locale.startsWith('zh') && latinSigns.test(words)) problems.push(`${key} has Latin punctuation in Chinese`)
  problems.push(
    ...[...wrongWords(locale, words), ...wrongLength(locale, words), ...wrongArguments(locale, text)].map(
      (problem) => `${key} ${problem}`,
    ),
  )
  return problems.map((why) => ({ path, line, why }))
}

const checkText = ({ locale, key, text, path, line }: Message): Problem[] => {
  const problems: string[] = []
  if (text.trim() === '') problems.push(`${key} is empty`)
  if (argumentsOf(text) === undefined) problems.push(`${key} is no ICU message`)
  if (writtenWithoutHan.includes(locale) && han.test(text)) problems.push(`${key} holds Chinese characters`)
  return problems.map((why) => ({ path, line, why }))
}

const placeOf = ({ file, key }: Pick<Message, 'file' | 'key'>): string => `${file} ${key}`

/** The same keys in the same files, each once, with the same arguments. */
const checkParity = (messages: readonly Message[]): Problem[] => {
  const reference = messages.filter(({ locale }) => locale === locales[0])
  // If there are two, the first counts.
  const twins = new Map(reference.toReversed().map((message) => [placeOf(message), message]))
  return locales.flatMap((locale) => {
    const own = messages.filter((message) => message.locale === locale)
    const places = new Set(own.map(placeOf))
    const seen = new Set<string>()
    const missing = reference
      .filter((message) => !places.has(placeOf(message)))
      .map(({ file, key }) => ({ path: `messages/${locale}/${file}`, why: `${key} is missing` }))
    const wrong = own.flatMap(({ file, key, text, path, line }) => {
      const twin = twins.get(placeOf({ file, key }))
      if (seen.has(key)) return [{ path, line, why: `${key} is there twice` }]
      seen.add(key)
      if (!twin) return [{ path, line, why: `${key} is not in ${locales[0]}` }]
      const [actual, expected] = [argumentsOf(text), argumentsOf(twin.text)]
      const same = actual === undefined || expected === undefined || actual === expected
      return same ? [] : [{ path, line, why: `${key} asks for {${actual}}, in ${locales[0]} for {${expected}}` }]
    })
    return [...missing, ...wrong]
  })
}

/** A state of an enrolment has one name in Chinese; other languages adapt it to the sentence. */
const checkStates = (messages: readonly Message[]): Problem[] => {
  const stateOf = ({ key }: Message): string | undefined => {
    const prefix = enrolmentStates.find((start) => key.startsWith(start))
    const state = prefix && key.slice(prefix.length)
    // Without an enrolment or with a draft, a label has to say of what.
    return state === 'none' || state === 'draft' ? undefined : state
  }
  const labels = messages.filter(({ locale }) => locale.startsWith('zh')).filter(stateOf)
  return labels.flatMap((label) => {
    const first = labels.find(
      ({ locale, ...other }) => locale === label.locale && stateOf({ locale, ...other }) === stateOf(label),
    )!
    const { key, text, path, line } = label
    return text === first.text ? [] : [{ path, line, why: `${key} says “${text}”, but ${first.key} “${first.text}”` }]
  })
}

/** Every error of the catalogue has a message, which uses only the error's parameters. */
const checkErrors = (messages: readonly Message[]): Problem[] => {
  const errors = messages.filter(({ key }) => key.startsWith('error.'))
  const missing = Object.keys(catalogue)
    .filter((name) => !errors.some(({ key }) => key === `error.${name}`))
    .map((name) => ({ path: 'contract/errors.ts', why: `${name} has no message error.${name}` }))
  const wrong = errors.flatMap(({ key, text, path, line }) => {
    const entry = Object.entries(catalogue).find(([name]) => `error.${name}` === key)?.[1]
    if (!entry) return [{ path, line, why: `${key} is no error of the catalogue` }]
    const foreign = (argumentsOf(text) ?? '').split(', ').filter((name) => name && !Object.hasOwn(entry.params, name))
    return foreign.map((name) => ({ path, line, why: `${key} asks for {${name}}, which the error does not carry` }))
  })
  return [...missing, ...wrong]
}

/** The compiler checks that every used key exists; this checks that every existing key is used. */
export const findUnusedMessages = (files: readonly ProjectFile[], root: string): Problem[] => {
  const messages = messageFiles(files)
    .flatMap(messagesIn)
    .filter(({ locale }) => locale === locales[0])
  const used = usedKeys(root, new Set(messages.map(({ key }) => key)))
  return messages
    .filter(({ key }) => !used.has(key))
    .map(({ key, path, line }) => ({ path, line, why: `${key} is used nowhere` }))
}

/** Messages are complete in every language. */
export const findMessageProblems: Check = (files) => {
  const messages = messageFiles(files).flatMap(messagesIn)
  return [
    ...messages.flatMap(checkText),
    ...messages.flatMap(checkStyle),
    ...checkStates(messages),
    ...checkParity(messages),
    ...checkErrors(messages),
  ]
}
