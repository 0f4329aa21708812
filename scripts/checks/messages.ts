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
import { auditActions } from '@lectern/contract/audit-actions.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import { locales } from '@lectern/contract/locales.ts'
import { isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { nodesOf } from './syntax.ts'

/** Keys that the code puts together from these and a value; every other key stands in the code as it is. */
const builtPrefixes = [
  'accessibility.',
  'activity.',
  'article.about.',
  'article.kind.',
  'audit.action.',
  'center.',
  'enrolment.',
  'error.',
  'expert.field.',
  'field.',
  'letter.',
  'material.category.',
  'material.kind.',
  'material.page.',
  'material.sort.',
  'material.training.',
  'news.category.',
  'notice.',
  'office.activities.',
  'office.announcements.',
  'office.arrange.',
  'office.articles.',
  'office.audit.',
  'office.banners.',
  'office.begin.',
  'office.dashboard.',
  'office.documents.',
  'office.enrolments.',
  'office.experts.',
  'office.first.',
  'office.materials.',
  'office.members.',
  'office.menu.',
  'office.messages.',
  'office.outbox.',
  'office.pages.',
  'office.partners.',
  'office.phases.',
  'office.preview.',
  'office.save.',
  'office.settings.',
  'office.shell.kind.',
  'office.publishing.',
  'office.start.',
  'office.teams.',
  'office.text.',
  'settings.deleteLeads.',
  'office.translation.',
  'page.',
  'request.status.',
  'search.kind.',
  'section.',
  'shownIn.',
  'source.',
  'sheet.',
  'task.',
  'team.',
  'upload.about.',
  'upload.left.',
  'validation.',
  'welcome.state.',
]

const han = /\p{Script=Han}/u
const writtenWithoutHan = ['en-US', 'pt-BR', 'id-ID']

interface Message {
  locale: string
  /** The file's name, the same in every locale. */
  file: string
  key: string
  text: string
  path: string
  line: number
}

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

/** Every value that a message asks for, nested ones too. */
const namesIn = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    const inside = isTagElement(element) ? element.children : options.flatMap(({ value }) => value)
    return [element.value, ...namesIn(inside)]
  })

/** undefined when the message cannot be read. */
const argumentsOf = (text: string): string | undefined => {
  try {
    return [...new Set(namesIn(parse(text)))].sort().join(', ')
  } catch {
    return undefined
  }
}

/** Latin punctuation and brackets beside Chinese characters; what is filled in may be either. */
const latinSigns = /\p{Script=Han}\s*[(),;:?!]|[(),;:?!]\s*\p{Script=Han}/u

/** Spellings that are not American. */
const british =
  /\b(?:\w*[bdlmnpv]our(?:s|ed|ing|ful|able|ite)?|\w+(?:al|an|gn|il|in|is|it|m|or|r|st)is(?:e[drs]?|ing|ations?)|centre\w*|cancell(?:ed|ing)|labell\w+|programmes?|licence\w*|enrolments?|fulfil|grey)\b/i
const american =
  /^(?:your|yours|hours?|labour|four|(?:re|ad|super|tele)vis\w+|\w*promis\w+|exerc\w+|expertise|otherwise)$/i

/** Texts whose words are given from outside. */
const fixedWords = ['request.status.']

/** The words of a message, without what is filled in. */
const wordsOf = (elements: MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (isLiteralElement(element)) return element.value
      if (isTagElement(element)) return wordsOf(element.children)
      const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
      return options.map(({ value }) => wordsOf(value)).join(' · ') || '·'
    })
    .join('')

/** Values that are always numbers: as they are, they would lack the separators of thousands. */
const counts = ['count', 'done', 'hours', 'least', 'minutes', 'most', 'row', 'seconds', 'submission']

/** Counts that a message shows without a format, and moments that it formats itself. */
const unformatted = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (isArgumentElement(element) && counts.includes(element.value)) return [`{${element.value}} wants “, number”`]
    if (isDateElement(element) || isTimeElement(element)) return [`{${element.value}} is formatted by formatMoment`]
    const options = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    return unformatted(isTagElement(element) ? element.children : options.flatMap(({ value }) => value))
  })

/** How each language writes: its punctuation, its spelling. */
const checkStyle = ({ locale, key, text, path, line }: Message): Problem[] => {
  if (argumentsOf(text) === undefined) return []
  const words = wordsOf(parse(text))
  const problems = unformatted(parse(text)).map((problem) => `${key}: ${problem}`)
  if (locale.startsWith('zh') && latinSigns.test(words)) problems.push(`${key} has Latin punctuation in Chinese`)
  const isFree = !fixedWords.some((prefix) => key.startsWith(prefix))
  const spelled = locale === 'en-US' && isFree ? british.exec(words)?.[0] : undefined
  if (spelled && !american.test(spelled)) problems.push(`${key} is not American English: ${spelled}`)
  return problems.map((why) => ({ path, line, why }))
}

const checkText = ({ locale, key, text, path, line }: Message): Problem[] => {
  const problems: string[] = []
  if (text.trim() === '') problems.push(`${key} is empty`)
  if (argumentsOf(text) === undefined) problems.push(`${key} is no ICU message`)
  if (writtenWithoutHan.includes(locale) && han.test(text)) problems.push(`${key} holds Chinese characters`)
  return problems.map((why) => ({ path, line, why }))
}

/** The same keys in the same files, each once, asking for the same values. */
const checkParity = (messages: readonly Message[]): Problem[] => {
  const reference = messages.filter(({ locale }) => locale === locales[0])
  return locales.flatMap((locale) => {
    const own = messages.filter((message) => message.locale === locale)
    const missing = reference
      .filter(({ file, key }) => !own.some((message) => message.file === file && message.key === key))
      .map(({ file, key }) => ({ path: `messages/${locale}/${file}`, why: `${key} is missing` }))
    const wrong = own.flatMap(({ file, key, text, path, line }, position) => {
      const twin = reference.find((message) => message.file === file && message.key === key)
      if (own.findIndex((message) => message.key === key) !== position)
        return [{ path, line, why: `${key} is there twice` }]
      if (!twin) return [{ path, line, why: `${key} is not in ${locales[0]}` }]
      const [asked, expected] = [argumentsOf(text), argumentsOf(twin.text)]
      const same = asked === undefined || expected === undefined || asked === expected
      return same ? [] : [{ path, line, why: `${key} asks for {${asked}}, in ${locales[0]} for {${expected}}` }]
    })
    return [...missing, ...wrong]
  })
}

/** Every error of the catalogue has a message, which names only the values that the error carries. */
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

interface Use {
  /** A whole key, or the beginning of one that is put together. */
  key: string
  whole: boolean
  path: string
  line: number
}

/** Every piece of text in the code that could be a key. */
const usesIn = (file: ProjectFile): Use[] =>
  nodesOf(file).flatMap((node) => {
    const at = { path: file.path, line: lineAt(file.text, node.start) }
    if (node.type === 'Literal' && typeof node['value'] === 'string')
      return [{ key: node['value'], whole: true, ...at }]
    if (node.type !== 'TemplateLiteral') return []
    const quasis = node['quasis'] as { value: { cooked: string } }[]
    return [{ key: quasis[0]!.value.cooked, whole: quasis.length === 1, ...at }]
  })

/** Names that look like keys and are none: errors, what the audit log tells. */
const names = new Set<string>([...Object.keys(catalogue), ...auditActions])

const checkUses = (messages: readonly Message[], code: readonly ProjectFile[]): Problem[] => {
  const uses = code.flatMap(usesIn)
  const keys = new Set(messages.map(({ key }) => key))
  const spaces = new Set([...keys].map((key) => key.split('.')[0]))
  const looksLikeKey = ({ key }: Use): boolean => /^[a-z]\w*\.[\w.]*$/.test(key) && spaces.has(key.split('.')[0])
  /** What a notice is about, such as `team.invited`. */
  const isNotice = (key: string): boolean => keys.has(`notice.${key}.title`)
  const unknown = uses.filter(looksLikeKey).flatMap(({ key, whole, path, line }) => {
    if (whole)
      return keys.has(key) || names.has(key) || isNotice(key) || key.endsWith('.json')
        ? []
        : [{ path, line, why: `${key} is no message` }]
    const isListed = builtPrefixes.some((prefix) => key.startsWith(prefix))
    return isListed
      ? []
      : [{ path, line, why: `puts a key together from ${key}…, which scripts/checks/messages.ts does not list` }]
  })
  const used = new Set(uses.map(({ key }) => key))
  const unused = messages
    .filter(
      ({ locale, key }) =>
        locale === locales[0] && !used.has(key) && !builtPrefixes.some((prefix) => key.startsWith(prefix)),
    )
    .map(({ key, path, line }) => ({ path, line, why: `${key} is used nowhere` }))
  return [...unknown, ...unused]
}

/** The texts are complete in every language, and the code asks for no other. */
export const findMessageProblems: Check = (files) => {
  const messages = files.filter(({ path }) => /^messages\/[^/]+\/[^/]+\.json$/.test(path)).flatMap(messagesIn)
  const code = files.filter(
    (file) => /^(web|server)\/.*\.tsx?$/.test(file.path) && !/\.(d|config)\.ts$/.test(file.path) && !isTest(file),
  )
  return [
    ...messages.flatMap(checkText),
    ...messages.flatMap(checkStyle),
    ...checkParity(messages),
    ...checkErrors(messages),
    ...checkUses(messages, code),
  ]
}
