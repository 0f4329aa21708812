import { expect, test } from 'vitest'
import { applyTutorial, findTutorialProblems } from './tutorial.ts'

const fence = '```'

const tutorialOf = (...blocks: string[]): string => ['# A boat', '', '## 1. Oars', '', ...blocks, ''].join('\n')
const block = (head: string, ...lines: string[]): string => [`${fence}${head}`, ...lines, fence].join('\n')

const projectOf = (tutorial: string, files: Record<string, string> = {}) =>
  Object.entries({ 'docs/new-stage.md': tutorial, ...files }).map(([path, text]) => ({ path, text }))

const list = 'first,\nsecond,\nthird,\n'
const named = '`server/list.ts`'
const change = block('diff server/list.ts', ' first,', '+oar,', '@@', '-third,', '+last,')

const textOf = ({ written }: ReturnType<typeof applyTutorial>, path: string): string | undefined =>
  written.find((file) => file.path === path)?.text

test('changes are applied to existing files, and new ones are added', () => {
  const files = projectOf(tutorialOf(change), { 'server/list.ts': list, 'docs/new-stage/server/oar.ts': 'oar\n' })
  const applied = applyTutorial(files)
  expect(applied.problems).toEqual([])
  expect(applied.foreign).toEqual(['server/list.ts'])
  expect(textOf(applied, 'server/list.ts')).toBe('first,\noar,\nsecond,\nlast,\n')
  expect(textOf(applied, 'server/oar.ts')).toBe('oar\n')
})

test('what was applied before changes nothing', () => {
  const files = projectOf(tutorialOf(change), { 'server/list.ts': list })
  const again = applyTutorial([...files.slice(0, 1), ...applyTutorial(files).written])
  expect(again.problems).toEqual([])
  expect(textOf(again, 'server/list.ts')).toBe('first,\noar,\nsecond,\nlast,\n')
})

test.each([
  ['lines that have changed', { 'server/list.ts': 'First,\nthird,\n' }],
  ['lines that are there twice', { 'server/list.ts': 'first,\nfirst,\nthird,\n' }],
  ['a part of a line', { 'server/list.ts': 'the first,\nthird,\n' }],
  ['a file that is gone', {}],
])('a change of %s names the step of the tutorial', (_, files) => {
  const [problem] = findTutorialProblems(projectOf(tutorialOf(change), files))
  expect(problem).toMatchObject({ path: 'docs/new-stage.md', line: 5 })
  expect(problem!.why).toMatch(/^step “1\. Oars”: server\/list\.ts is not there, or does not have these lines once:/)
})

test('a new file that others have made since is named', () => {
  const files = { 'docs/new-stage/server/oar.ts': 'oar\n', 'server/oar.ts': 'of others\n' }
  expect(findTutorialProblems(projectOf(tutorialOf(), files))).toEqual([
    { path: 'docs/new-stage/server/oar.ts', why: 'stands in the way of server/oar.ts' },
  ])
})

test('an excerpt stands in its file, except for what is left out', () => {
  const files = { 'docs/new-stage/server/oar.ts': 'one\ntwo\nthree\nfour\n' }
  const problemsOf = (...lines: string[]) =>
    findTutorialProblems(projectOf(tutorialOf(block('ts server/oar.ts', ...lines)), files))
  expect(problemsOf('one', 'two', '// …', 'four')).toEqual([])
  const strange = 'step “1. Oars”: server/oar.ts does not contain these lines in docs/new-stage/'
  expect(problemsOf('one', 'three')).toEqual([{ path: 'docs/new-stage.md', line: 5, why: strange }])
})

test('the files that it changes are listed', () => {
  const problemsOf = (...parts: string[]) =>
    findTutorialProblems(projectOf(tutorialOf(...parts), { 'server/list.ts': list }))
  expect(problemsOf(named, change)).toEqual([])
  expect(problemsOf(change)).toEqual([
    { path: 'docs/new-stage.md', why: 'does not list server/list.ts among the files that a stage changes' },
  ])
})

test('a stage changes few files of others, and is told in few lines', () => {
  const names = Array.from({ length: 11 }, (_, index) => `server/list-${index}.ts`)
  const changes = names.map((name) => block(`diff ${name}`, ' first,', '+oar,'))
  const files = projectOf(
    tutorialOf(...names.map((name) => `\`${name}\``), ...changes, '\n'.repeat(300)),
    Object.fromEntries(names.map((name) => [name, list])),
  )
  expect(findTutorialProblems(files).map(({ why }) => why)).toEqual([
    'changes 11 files of others; a stage changes at most 10',
  ])
  const long = projectOf(tutorialOf(...Array.from({ length: 300 }, () => 'Row.')))
  expect(findTutorialProblems(long).map(({ why }) => why)).toEqual(['has 304 lines; at most 300'])
})
