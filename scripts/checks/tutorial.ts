import type { Check, Problem, ProjectFile } from './project.ts'

const tutorialPath = 'docs/new-stage.md'
/** The new files of the example, at the paths that they have in the project. */
const folder = 'docs/new-stage/'
const mostLines = 300
const mostForeign = 10

/** A code block that names a file: the change of an existing file, or an excerpt from a new one. */
interface Block {
  /** The heading above it. */
  step: string
  line: number
  isChange: boolean
  path: string
  lines: string[]
}

const blocksIn = (text: string): Block[] => {
  const blocks: Block[] = []
  let step = ''
  let open: Block | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*) ?(\S*)/.exec(line)
    if (fence && open) open = undefined
    else if (fence) {
      const [, language, path = ''] = fence
      open = { step, line: index + 1, isChange: language === 'diff', path, lines: [] }
      if (path) blocks.push(open)
    } else if (open) open.lines.push(line)
    else step = /^## (.+)/.exec(line)?.[1] ?? step
  }
  return blocks
}

/** Parts of a block, between lines that say that something is left out. */
const partsOf = (lines: readonly string[]): string[][] => {
  const parts: string[][] = [[]]
  for (const line of lines)
    if (/^\s*(@@|\/\/ …|-- …)$/.test(line)) parts.push([])
    else parts.at(-1)!.push(line)
  return parts
}

/** Whole lines: as text that begins and ends with the ends of others. */
const asLines = (lines: readonly string[]): string => `\n${lines.join('\n')}\n`

/** How often; the end of one may be the beginning of the next. */
const countOf = (text: string, part: string): number => {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1
  return count
}

/** The text after a change; undefined if it does not apply. What was applied before changes nothing. */
const applyPart = (text: string, part: readonly string[]): string | undefined => {
  const side = (signs: string): string =>
    asLines(part.filter((line) => line === '' || signs.includes(line[0]!)).map((line) => line.slice(1)))
  const [before, after] = [side(' -'), side(' +')]
  const padded = `\n${text}`
  if (countOf(padded, after) === 1) return text
  return countOf(padded, before) === 1 ? padded.replace(before, () => after).slice(1) : undefined
}

const problemAt = ({ step, line, path }: Block, why: string): Problem => ({
  path: tutorialPath,
  line,
  why: `step “${step}”: ${path} ${why}`,
})

export interface AppliedTutorial {
  /** New files, and existing ones after their change. */
  written: ProjectFile[]
  /** Existing files that are changed. */
  foreign: string[]
  problems: Problem[]
}

/** The project with the example of the tutorial, as far as it differs. */
export const applyTutorial = (files: readonly ProjectFile[]): AppliedTutorial => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const results = new Map<string, string>()
  const problems: Problem[] = []
  for (const { path, text } of files.filter((file) => file.path.startsWith(folder))) {
    const place = path.slice(folder.length)
    if (texts.has(place) && texts.get(place) !== text) problems.push({ path, why: `stands in the way of ${place}` })
    results.set(place, text)
  }
  const changes = blocksIn(texts.get(tutorialPath) ?? '').filter(({ isChange }) => isChange)
  for (const block of changes)
    for (const part of partsOf(block.lines)) {
      const text = results.get(block.path) ?? texts.get(block.path)
      const after = text === undefined ? undefined : applyPart(text, part)
      if (after === undefined)
        problems.push(problemAt(block, `is not there, or does not have these lines once:${asLines(part)}`))
      else results.set(block.path, after)
    }
  return {
    written: [...results].map(([path, text]) => ({ path, text })),
    foreign: [...new Set(changes.map(({ path }) => path))].toSorted(),
    problems,
  }
}

/** The tutorial applies to the code of today, and what it shows stands in the files of its example. */
export const findTutorialProblems: Check = (files) => {
  const tutorial = files.find(({ path }) => path === tutorialPath)
  if (!tutorial) return []
  const { foreign, problems } = applyTutorial(files)
  const strange = blocksIn(tutorial.text)
    .filter(({ isChange }) => !isChange)
    .filter(({ path, lines }) => {
      const example = files.find((file) => file.path === folder + path)
      return !example || partsOf(lines).some((part) => !`\n${example.text}`.includes(asLines(part)))
    })
    .map((block) => problemAt(block, `does not contain these lines in ${folder}`))
  const unlisted = foreign
    .filter((path) => !tutorial.text.includes(`\`${path}\``))
    .map((path) => ({ path: tutorialPath, why: `does not list ${path} among the files that a stage changes` }))
  const code = foreign.filter((path) => !path.startsWith('messages/'))
  const lines = tutorial.text.trimEnd().split('\n').length
  return [
    ...problems,
    ...strange,
    ...unlisted,
    ...(lines > mostLines ? [{ path: tutorialPath, why: `has ${lines} lines; at most ${mostLines}` }] : []),
    ...(code.length > mostForeign
      ? [{ path: tutorialPath, why: `changes ${code.length} files of others; a stage changes at most ${mostForeign}` }]
      : []),
  ]
}
