import { isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { nodesOf, type Node } from './syntax.ts'

const han = /\p{Script=Han}/u
/** Text, except the program's own name and message keys. */
const words = /^(?!Lectern$|[a-z]+(\.\w+)+$).*\p{Letter}/su

/** Each language is named in itself here, whatever the language of the page. */
const languageNames = 'web/app/shell/language-options.ts'

/** Attributes whose value is shown or read aloud. */
const spoken = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]

const textIn = (node: Node): string | undefined => {
  if (node.type === 'JSXText' && words.test(String(node['value']).trim())) return String(node['value']).trim()
  if (node.type !== 'JSXAttribute') return undefined
  const [name, value] = [node['name'] as { name?: unknown }, node['value'] as { type?: string; value?: unknown } | null]
  const isText = value?.type === 'Literal' && words.test(String(value.value))
  return isText && spoken.includes(String(name.name)) ? String(value.value) : undefined
}

const jsxTexts = (file: ProjectFile): Problem[] =>
  nodesOf(file).flatMap((node) => {
    const text = textIn(node)
    return text
      ? [
          {
            path: file.path,
            line: lineAt(file.text, node.start),
            why: `says ${JSON.stringify(text)}: texts live in messages/`,
          },
        ]
      : []
  })

const hanLines = ({ path, text }: ProjectFile): Problem[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      han.test(line) ? [{ path, line: index + 1, why: 'holds Chinese text: texts live in messages/' }] : [],
    )

/** Lists joined by hand, and the formatter that puts nothing between Chinese entries. */
const handmadeList = /Intl\.ListFormat|\.join\((['"`])(?:[,;] |[，；、])\1\)/g

/** Lists for programs: headers, attributes and documents. Commands are English only. */
const listsForPrograms = [
  'contract/errors-page.ts',
  'contract/files/file-addresses.ts',
  'server/config.ts',
  'server/platform/http/answer-cache.ts',
  'server/platform/http/security-headers.ts',
]
const folderOfCommands = /^server\/(backup|cli|database)\//

const handmadeLists = ({ path, text }: ProjectFile): Problem[] =>
  [...text.matchAll(handmadeList)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    why: 'joins a list by hand: use joinList of contract/lists.ts',
  }))

/** Date formats that are created where they are used: they would soon differ between screens. */
const handmadeMoment = /\bDateTimeFormat\b|\bdateFormat\(|\.toLocale(?:Date|Time)?String\(/g

/** Where date formats are defined, and where machine-readable dates are handled. */
const formatsOfMoments = [
  'contract/formatters.ts',
  'contract/moment-formats.ts',
  'contract/time-zones.ts',
  'contract/cases/working-days.ts',
  'contract/zone-names.ts',
  'web/features/admin-ui/days.ts',
  'web/ui/wall-time.ts',
  'web/ui/intl.tsx',
]

const handmadeMoments = ({ path, text }: ProjectFile): Problem[] =>
  [...text.matchAll(handmadeMoment)].map(({ index }) => ({
    path,
    line: lineAt(text, index),
    why: 'formats a moment by hand: use a format of contract/moment-formats.ts',
  }))

/** Tables show moments in one format. */
const longMoments = ({ path, text }: ProjectFile): Problem[] =>
  /<(?:table|Table|ListTable)\b/.test(text)
    ? [...text.matchAll(/<DateTime\b/g)].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        why: 'shows a moment in a table: use Moment of web/ui/moment.tsx',
      }))
    : []

/** No hard-coded texts: what people read comes from messages/. */
export const findTextsInCode: Check = (files) => {
  const screens = files.filter(
    (file) => /^web\/.*\.tsx?$/.test(file.path) && !isTest(file) && file.path !== languageNames,
  )
  const speaking = files.filter(
    (file) =>
      /^(contract|server|web)\/.*\.tsx?$/.test(file.path) &&
      !isTest(file) &&
      !listsForPrograms.includes(file.path) &&
      !folderOfCommands.test(file.path),
  )
  const formatting = files.filter(
    (file) => /^(contract|web)\/.*\.tsx?$/.test(file.path) && !isTest(file) && !formatsOfMoments.includes(file.path),
  )
  return [
    ...screens.flatMap((file) => [...hanLines(file), ...(file.path.endsWith('.tsx') ? jsxTexts(file) : [])]),
    ...speaking.flatMap(handmadeLists),
    ...formatting.flatMap((file) => [...handmadeMoments(file), ...longMoments(file)]),
  ]
}
