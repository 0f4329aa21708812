import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findFalseQuestions } from './booleans.ts'
import { findStaleDocuments } from './documents.ts'
import { findBrokenImports } from './imports.ts'
import { findBareLinks } from './links.ts'
import { findLockProblems } from './lock.ts'
import { findContentProblems } from './languages.ts'
import { findMissingAreas } from './message-areas.ts'
import { findMessageProblems } from './messages.ts'
import { findChangedMigrations, findShrinkingMigrations } from './migrations.ts'
import { findForbiddenNames } from './names.ts'
import { readProject, type Check, type ProjectFile } from './project.ts'
import { findLargeFolders, findLongFiles } from './sizes.ts'
import { findTextsInCode } from './texts.ts'
import { findTraces } from './traces.ts'

type Files = Record<string, string>

const look = (check: Check, files: Files): string[] => {
  const project: ProjectFile[] = Object.entries(files).map(([path, text]) => ({ path, text }))
  return check(project).map(({ path, line, why }) => `${path}${line ? `:${line}` : ''} ${why}`)
}

describe('areas of messages', () => {
  const page = "import { Pages } from '../../ui/pages.tsx'\nexport default Pages"
  const files = {
    'messages/zh-CN/content-lists.json': '{"list.next": "下一页"}',
    'messages/zh-CN/site.json': '{"site.name": "大赛"}',
    'messages/zh-CN/errors.json': '{"success": "好"}',
    'web/ui/pages.tsx': "export const Pages = () => [t('site.name'), t('list.next'), t('success')]",
  }

  test('a page loads all messages of what it consists of', () => {
    expect(look(findMissingAreas, { ...files, 'web/pages/content/news.tsx': page })).toEqual([])
    expect(look(findMissingAreas, { ...files, 'web/pages/results/works.tsx': page })).toEqual([
      'web/ui/pages.tsx needs list.next, but results/works loads no area with it',
    ])
  })

  test('or loads them together with a part of it', () => {
    const later = "const load = () => Promise.all([import('../../ui/pages.tsx'), language.learn(['form', 'content'])])"
    expect(look(findMissingAreas, { ...files, 'web/pages/results/works.tsx': later })).toEqual([])
  })
})

describe('imports', () => {
  test.each<[string, Files, string[]]>([
    [
      'the server does not know the screens',
      { 'server/app.ts': "import '../web/routes.tsx'" },
      ['server/app.ts:1 may not import web/routes.tsx'],
    ],
    [
      'a screen does not know the server',
      { 'web/pages/home.tsx': "\nimport { a } from '../../server/app.ts'" },
      ['web/pages/home.tsx:2 may not import server/app.ts'],
    ],
    [
      'the contract knows nobody',
      { 'contract/news.ts': "import { a } from '../server/app.ts'" },
      ['contract/news.ts:1 may not import server/app.ts'],
    ],
    [
      'a piece of ui knows no feature',
      { 'web/ui/a.tsx': "import { b } from '../features/articles/b.ts'" },
      ['web/ui/a.tsx:1 may not import web/features/articles/b.ts'],
    ],
    ['a piece of ui may be a link', { 'web/ui/a.tsx': "import { Link } from '../router/link.tsx'" }, []],
    [
      'a feature knows no page',
      { 'web/features/articles/a.ts': "import('../../pages/home.tsx')" },
      ['web/features/articles/a.ts:1 may not import web/pages/home.tsx'],
    ],
    [
      'a page of visitors needs nothing of the office',
      {
        'web/pages/team.tsx': "import '../features/teams/a.ts'",
        'web/pages/teams.tsx': "import '../features/teams/a.ts'",
        'web/pages/office/teams.tsx': "import '../../features/teams/office/b.ts'",
        'web/features/teams/a.ts': "import './office/b.ts'",
        'web/features/teams/office/b.ts': '',
      },
      ['web/features/teams/a.ts imports web/features/teams/office/b.ts, and a page outside the office needs it'],
    ],
    [
      'the router knows requests as a type',
      { 'web/router/route.ts': "import type { Client } from '../request/client.ts'" },
      [],
    ],
    [
      'the router does not call requests',
      { 'web/router/route.ts': "import { call } from '../request/client.ts'" },
      ['web/router/route.ts:1 may not import web/request/client.ts but as a type'],
    ],
    [
      'the platform knows no feature',
      { 'server/platform/a.ts': "import { b } from '../features/articles/service.ts'" },
      ['server/platform/a.ts:1 may not import server/features/articles/service.ts'],
    ],
    [
      'a feature calls the service of another',
      { 'server/features/teams/a.ts': "import { b } from '../articles/service.ts'" },
      [],
    ],
    [
      'a feature leaves the queries of another alone',
      { 'server/features/teams/a.ts': "export { b } from '../articles/queries.ts'" },
      [
        'server/features/teams/a.ts:1 imports server/features/articles/queries.ts: of another feature only service.ts and tables.ts',
      ],
    ],
    [
      'nobody imports main',
      { 'server/app.ts': "import './main.ts'" },
      ['server/app.ts:1 imports server/main.ts, where a program begins'],
    ],
    [
      'the program does not lean on what is made for tests',
      { 'web/request/a.ts': "import { b } from './testing/b.ts'" },
      ['web/request/a.ts:1 imports web/request/testing/b.ts, which only tests may'],
    ],
    [
      'a test of a screen does not reach the server',
      { 'web/a.test.ts': "import { b } from '../server/app.ts'" },
      ['web/a.test.ts:1 may not import server/app.ts'],
    ],
  ])('%s', (_, files, problems) => {
    expect(look(findBrokenImports, files)).toEqual(problems)
  })

  test('zod reaches the browser neither directly nor by way of another module; endpoints do', () => {
    const contract = {
      'contract/ids.ts': "import { z } from 'zod'",
      'contract/news.ts': "import { id } from './ids.ts'\nexport const listNews = endpoint({})",
      'contract/limits.ts': '',
    }
    const screen = [
      "import { newsId } from '@lectern/contract/news.ts'",
      "import type { News } from '@lectern/contract/news.ts'",
      "import { most } from '@lectern/contract/limits.ts'",
      "import { listNews, type News } from '@lectern/contract/news.ts'",
      "import { listNews, newsId } from '@lectern/contract/news.ts'",
      "import * as news from '@lectern/contract/news.ts'",
    ]
    expect(look(findBrokenImports, { ...contract, 'web/ui/a.ts': screen.join('\n') })).toEqual(
      [1, 5, 6].map(
        (line) =>
          `web/ui/a.ts:${line} imports contract/news.ts with zod in it: endpoints or \`import type\`, zod stays out of the browser`,
      ),
    )
  })

  test('a cycle is reported once, and type imports make none', () => {
    const circle = {
      'server/a.ts': "import { b } from './b.ts'",
      'server/b.ts': "import { c } from './c.ts'",
      'server/c.ts': "import { a } from './a.ts'",
    }
    expect(look(findBrokenImports, circle)).toEqual([
      'server/a.ts imports itself in a circle: server/a.ts → server/b.ts → server/c.ts → server/a.ts',
    ])
    expect(look(findBrokenImports, { ...circle, 'server/c.ts': "import type { a } from './a.ts'" })).toEqual([])
  })
})

describe('names', () => {
  test.each<[string, Files, string[]]>([
    ['drawers', { 'web/utils.ts': '' }, ['web/utils.ts is a drawer: name it after what it holds']],
    ['other cases', { 'web/NewsCard.tsx': '' }, ['web/NewsCard.tsx file names are kebab-case']],
    [
      'default exports',
      { 'web/ui/a.ts': 'const a = 1\nexport default a' },
      ['web/ui/a.ts:2 only pages and configurations export by default'],
    ],
    [
      'readers of the environment',
      { 'server/platform/a.ts': '\nprocess.env.PORT' },
      ['server/platform/a.ts:2 only server/config.ts reads the environment'],
    ],
    [
      'variables named by participles',
      {
        'web/ui/a.ts':
          'const row = 1\nconst found = 1\nlet [other, shown] = [1, 2]\nconst knownRows = 1\nrows.map((told) => told.id)\nread({ given: 1 })',
      },
      [
        'web/ui/a.ts:2 calls a variable found: name it after what it contains',
        'web/ui/a.ts:3 calls a variable shown: name it after what it contains',
        'web/ui/a.ts:5 calls a variable told: name it after what it contains',
      ],
    ],
  ])('%s are found', (_, files, problems) => {
    expect(look(findForbiddenNames, files)).toEqual(problems)
  })

  test('pages, configurations and the reading of the configuration are left alone', () => {
    const files = {
      'web/pages/home.tsx': 'export default function Home() {}',
      'vitest.config.ts': 'export default {}',
      'server/main.ts': 'readConfig(process.env)',
      'server/config.ts': 'process.env.PORT',
      'messages/zh-CN/news.json': '{}',
    }
    expect(look(findForbiddenNames, files)).toEqual([])
  })
})

describe('booleans', () => {
  test.each<[string, string, string[]]>([
    ['a function that says boolean', 'const isOpen = (a: number): boolean => a > 0', []],
    ['a function that answers later', 'export const isOpen = async (): Promise<boolean> => true', []],
    ['a narrowing function', 'export function isText(a: unknown): a is string { return typeof a === "string" }', []],
    ['a value', 'const isOpen = a > 0\nconst hasSeats = sql`exists (select)`', []],
    ['another name', 'const issue = () => ({}), hash = () => "x", mayEdit = (): Verdict => permitted', []],
    [
      'a verdict',
      '\nconst isCaptain = (view: View): Verdict => permitted',
      ['server/a.ts:2 isCaptain must be declared to return a boolean, not Verdict'],
    ],
    [
      'a condition for the database',
      'function hasName(name: string): SQL | undefined { return undefined }',
      ['server/a.ts:1 hasName must be declared to return a boolean, not SQL | undefined'],
    ],
    [
      'a result that is inferred',
      'export const isOpen = () => ({ open: false })',
      ['server/a.ts:1 isOpen must be declared to return a boolean'],
    ],
    [
      'a function whose type has a name',
      'const isOwner: MayRead = (actor) => actor.kind',
      ['server/a.ts:1 isOwner must be declared to return a boolean, not MayRead'],
    ],
    [
      'a promise of a type',
      'interface A { isOn: (a: number) => boolean; hasPage(path: string): boolean; isOpen: B }',
      [],
    ],
    [
      'a wrong promise of a type',
      'interface A { isOn: (a: number) => Verdict; hasPage(path: string): Page }\nclass B { isIn(): string { return "" } }',
      [
        'server/a.ts:1 isOn must be declared to return a boolean, not Verdict',
        'server/a.ts:1 hasPage must be declared to return a boolean, not Page',
        'server/a.ts:2 isIn must be declared to return a boolean, not string',
      ],
    ],
  ])('%s', (_, text, problems) => {
    expect(look(findFalseQuestions, { 'server/a.ts': text })).toEqual(problems)
  })

  test('the rule holds in server, contract and web, and leaves tests and tools alone', () => {
    const text = 'export const isOpen = () => 1'
    const paths = [
      'contract/a.ts',
      'web/ui/a.tsx',
      'server/a.ts',
      'server/a.test.ts',
      'server/testing/a.ts',
      'scripts/a.ts',
    ]
    const found = look(findFalseQuestions, Object.fromEntries(paths.map((path) => [path, text])))
    expect(found.map((problem) => problem.split(':')[0])).toEqual(paths.slice(0, 3))
  })
})

describe('messages', () => {
  const locales = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR', 'id-ID']
  const real = readProject().filter(({ path }) => path.startsWith('messages/') && /\/errors[\w-]*\.json$/.test(path))
  const errors = Object.fromEntries(real.map(({ path, text }) => [path, text]))

  const withTexts = (texts: Partial<Record<string, Files>>, code: Files = {}): string[] => {
    const files = locales.map((locale) => [
      `messages/${locale}/a.json`,
      JSON.stringify(texts[locale] ?? texts['rest'] ?? {}),
    ])
    return look(findMessageProblems, { ...errors, ...Object.fromEntries(files), ...code })
  }

  test('the same keys with the same values in every language are good', () => {
    expect(withTexts({ rest: { 'a.b': 'x {n}' } }, { 'web/a.ts': "say('a.b')" })).toEqual([])
  })

  test('a missing key, an unknown one, other values, Chinese characters and broken syntax are found', () => {
    const texts = {
      rest: { 'a.b': 'x {n}', 'a.c': 'x' },
      'zh-TW': { 'a.b': 'x {n}' },
      'en-US': { 'a.b': 'x {m}', 'a.c': 'x' },
      'pt-BR': { 'a.b': 'x {n}', 'a.c': '文' },
      'id-ID': { 'a.b': 'x {n', 'a.c': 'x', 'a.d': 'x' },
    }
    expect(withTexts(texts, { 'web/a.ts': "say('a.b', 'a.c')" })).toEqual([
      'messages/pt-BR/a.json:1 a.c holds Chinese characters',
      'messages/id-ID/a.json:1 a.b is no ICU message',
      'messages/zh-TW/a.json a.c is missing',
      'messages/en-US/a.json:1 a.b asks for {m}, in zh-CN for {n}',
      'messages/id-ID/a.json:1 a.d is not in zh-CN',
    ])
  })

  test('values inside plurals and tags count', () => {
    const plural = '{n, plural, other {<b>{who}</b>}}'
    expect(
      withTexts({ rest: { 'a.b': plural }, 'en-US': { 'a.b': '{n} {b} {who}' } }, { 'web/a.ts': "say('a.b')" }),
    ).toEqual([])
  })

  test('an error without a message, and a message without an error, are found', () => {
    const path = 'messages/en-US/errors.json'
    const { 'error.news.notFound': text, ...rest } = JSON.parse(errors[path]!) as Record<string, string>
    const found = look(findMessageProblems, {
      ...errors,
      [path]: JSON.stringify({ ...rest, 'error.news.gone': text }),
    })
    expect(found).toContain('messages/en-US/errors.json error.news.notFound is missing')
    expect(found).toContain('messages/en-US/errors.json:1 error.news.gone is no error of the catalogue')
  })
})

test('words in JSX, in spoken attributes and in Chinese are found; keys and signs are not', () => {
  const code = [
    '<p>',
    'Hello',
    '</p>;',
    '<img alt="A cat" className="big cat" />;',
    "const a = '你好';",
    '<b>{x} · ›</b>;',
    '<N label="news.next" />',
  ].join('\n')
  expect(look(findTextsInCode, { 'web/ui/a.tsx': code, 'web/app/shell/language-options.ts': "'简体中文'" })).toEqual([
    'web/ui/a.tsx:5 holds Chinese text: texts live in messages/',
    'web/ui/a.tsx:1 says "Hello": texts live in messages/',
    'web/ui/a.tsx:4 says "A cat": texts live in messages/',
  ])
})

test('Chinese has its own punctuation, and English is American', () => {
  const found = look(findMessageProblems, {
    'messages/zh-CN/a.json': JSON.stringify({ 'a.b': '报名(草稿)', 'a.c': '报名（草稿），{n, number} 份' }),
    'messages/en-US/a.json': JSON.stringify({
      'a.b': 'The colour of your organisation',
      'a.c': 'Your color, {n, number}',
    }),
  }).filter((problem) => /punctuation|American/.test(problem))
  expect(found).toEqual([
    'messages/zh-CN/a.json:1 a.b has Latin punctuation in Chinese',
    'messages/en-US/a.json:1 a.b is not American English: colour',
    'messages/en-US/a.json:1 a.b is not American English: organisation',
  ])
})

test('one thing has one name in Chinese, in messages and in content', () => {
  const problems = look((files) => [...findMessageProblems(files), ...findContentProblems(files)], {
    'messages/zh-CN/a.json': JSON.stringify({
      'a.a': '赛项代码在{from} 至{until}之间有效',
      'a.b': '（北京时间） 截止',
      'a.c': '2–6 个字',
      'a.d': '原因：{reason} 请修改',
      'a.e': '赛项代号为 2～6 个字符。原因：{reason}',
      'team.state.submitted': '已提交',
      'office.teams.state.submitted': '待审核',
      'team.state.draft': '报名草稿',
    }),
    'server/database/pages/A.json': JSON.stringify([{ title: { 'zh-TW': '回執編號', 'zh-CN': '每行 20 个字' } }]),
    'server/database/seed/a/en-US.md': '---\ntitle: The colour of a surprise\n---',
  }).filter((problem) => !/is missing|is not in|no message/.test(problem))
  expect(problems).toEqual([
    'messages/zh-CN/a.json:1 a.a says “赛项代码”: write 赛项代号',
    'messages/zh-CN/a.json:1 a.a has a space after {from}, which may end with a bracket',
    'messages/zh-CN/a.json:1 a.b says “） ”: write no space after a full-width bracket',
    'messages/zh-CN/a.json:1 a.c says “2–6”: write ～ between numbers',
    'messages/zh-CN/a.json:1 a.c counts characters as words: write 个字符',
    'messages/zh-CN/a.json:1 a.d goes on after {reason}: what somebody typed comes last',
    'messages/zh-CN/a.json:1 office.teams.state.submitted says “待审核”, but team.state.submitted “已提交”',
    'server/database/pages/A.json:1 in zh-TW says “回執編號”: write 報名編號',
    'server/database/seed/a/en-US.md:1 in en-US is not American English: colour',
  ])
})

test('counts are written with separators, and moments by the formats that there are', () => {
  const found = look(findMessageProblems, {
    'messages/en-US/a.json': JSON.stringify({
      'a.b': '{count} teams, {name}',
      'a.c': '{count, number} teams, {most, plural, one {# day} other {# days}}',
      'a.d': '{x, select, one {<b>{seconds}</b>} other {{at, date}}}',
    }),
  }).filter((problem) => /wants|formatted/.test(problem))
  expect(found).toEqual([
    'messages/en-US/a.json:1 a.b: {count} wants “, number”',
    'messages/en-US/a.json:1 a.d: {seconds} wants “, number”',
    'messages/en-US/a.json:1 a.d: {at} is formatted by formatMoment',
  ])
})

test('lists for people are joined in one place', () => {
  const code = ["a.join(', ')", "a.join(',')", 'a.join("、")', 'new Intl.ListFormat()', "a.join(' · ')"].join('\n')
  const why = 'joins a list by hand: use joinList of contract/lists.ts'
  expect(look(findTextsInCode, { 'server/features/a.ts': code, 'server/cli/a.ts': code })).toEqual([
    `server/features/a.ts:1 ${why}`,
    `server/features/a.ts:3 ${why}`,
    `server/features/a.ts:4 ${why}`,
  ])
})

test('moments are written in the formats that there are, and in tables in one', () => {
  const code = ['new Intl.DateTimeFormat("en-US");', 'at.toLocaleDateString();', 'x = <DateTime value={at} />;'].join(
    '\n',
  )
  expect(look(findTextsInCode, { 'web/ui/a.tsx': code, 'web/ui/b.tsx': `${code} y = <table />` })).toEqual([
    'web/ui/a.tsx:1 formats a moment by hand: use a format of contract/moment-formats.ts',
    'web/ui/a.tsx:2 formats a moment by hand: use a format of contract/moment-formats.ts',
    'web/ui/b.tsx:1 formats a moment by hand: use a format of contract/moment-formats.ts',
    'web/ui/b.tsx:2 formats a moment by hand: use a format of contract/moment-formats.ts',
    'web/ui/b.tsx:3 shows a moment in a table: use Moment of web/ui/moment.tsx',
  ])
})

test('a file of more than 400 lines wants two rooms; migrations, tests and the seed may be longer', () => {
  const long = 'x\n'.repeat(401)
  const files = {
    'web/a.ts': long,
    'web/b.ts': 'x\n'.repeat(400),
    'web/a.test.ts': long,
    'server/database/seed/a.ts': long,
  }
  expect(look(findLongFiles, files)).toEqual(['web/a.ts:401 has 401 lines; above 400 it wants two rooms'])
})

test('a folder of a feature has at most fifteen source files, tests not counted', () => {
  const folder = (name: string, count: number): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`server/features/${name}/file-${at}.ts`, '']))
  const files = {
    ...folder('works', 15),
    'server/features/works/file-1.test.ts': '',
    ...folder('works/office', 16),
    ...folder('teams', 3),
  }
  expect(look(findLargeFolders, files)).toEqual([
    'server/features/works/office has 16 source files; above 15 it wants sub-folders',
  ])
})

test('paths of one machine and addresses of registries are found', () => {
  const path = ['', 'home', 'somebody', 'lectern'].join('/')
  const registry = ['https://registry', 'npmjs', 'org/zod'].join('.')
  expect(look(findTraces, { 'docs/a.md': `one\n${path}`, 'package-lock.json': registry })).toEqual([
    `docs/a.md:2 "${path.replace('lectern', '')}" is a path of one machine`,
    `package-lock.json:1 "${['registry', 'npmjs', ''].join('.')}" is the address of a package registry`,
  ])
})

test('notes from beside the repository are found, and its own documents are not', () => {
  const names = ['contest', 'findings', 'scale', 'trust', 'house', 'own-trust', 'trusts']
  const text = names.map((name) => [name, 'md'].join('.')).join('\n')
  expect(look(findTraces, { 'server/app.ts': text })).toEqual(
    names
      .slice(0, 5)
      .map(
        (name, index) =>
          `server/app.ts:${index + 1} "${[name, 'md'].join('.')}" is a document that is not in this repository`,
      ),
  )
})

test('documents name only what is there', () => {
  const files = {
    'package.json': '{"scripts":{"bench":""}}',
    'server/app.ts': '',
    'docs/a.md': [
      'See [b](b.md#part), [c](../c.md), [the site](https://example.org) and ![a picture](a.png).',
      'In `server/` and `server/app.ts`, never in `server/gone.ts`.',
      'Type `npm run bench -- cached` or `npm run -s gone`.',
      'Then `features/teams/join.ts`, `features/news/list.tsx`, never `features/teams/gone.ts`.',
    ].join('\n'),
    'docs/b.md': '',
    'server/features/teams/join.ts': '',
    'web/features/news/list.tsx': '',
  }
  expect(look(findStaleDocuments, files)).toEqual([
    'docs/a.md:1 names the document ../c.md, which is not there',
    'docs/a.md:2 names the path server/gone.ts, which is not there',
    'docs/a.md:4 names the path features/teams/gone.ts, which is not there',
    'docs/a.md:3 names the command gone, which is not there',
  ])
})

describe('links', () => {
  const why = 'links without the router base: use Link for a page, AnyLink for an address that is data'
  test.each<[string, string, string[]]>([
    ['a page is linked by the router', '<Link to="/News" />', []],
    ['a page may not be linked by hand', '<a href="/News" />', [`web/a.tsx:1 ${why}`]],
    ['nor with something in its path', '<a href={`/News/${id}`} />', [`web/a.tsx:1 ${why}`]],
    ['nor an address that is data', '<a href={partner.link} />', [`web/a.tsx:1 ${why}`]],
    ['nor one that begins with data', '<a href={`${base}/News`} />', [`web/a.tsx:1 ${why}`]],
    ['nor by a button that is a link', '<Button href="/Admin" />', [`web/a.tsx:1 ${why}`]],
    [
      'a file, a mark, a letter and another site are not below the base',
      '<><a href={fileUrl(id)} /><a href="#a" /><a href={`mailto:${to}`} /><a href="https://a.cn" /><a href="/api/x" /></>',
      [],
    ],
  ])('%s', (_name, text, found) => {
    expect(look(findBareLinks, { 'web/a.tsx': `const A = ${text}` })).toEqual(found)
  })
})

describe('migrations', () => {
  const released = (name: string, content: string): Files => ({
    'server/database/released/1-0-0.json': JSON.stringify({
      [name]: createHash('sha256').update(content).digest('hex'),
    }),
  })

  test('one that was released stays as it is', () => {
    const path = 'server/database/migrations/0001-a.sql'
    const list = released('0001-a.sql', 'create table a ()')
    expect(look(findChangedMigrations, { ...list, [path]: 'create table a ()' })).toEqual([])
    expect(look(findChangedMigrations, { ...list, [path]: 'create table a (b int)' })).toEqual([
      `${path} was released with 1-0-0: add a new migration instead of changing it`,
    ])
    expect(look(findChangedMigrations, list)).toEqual([`${path} is gone, but was released with 1-0-0`])
  })

  test.each<[string, string, string[]]>([
    ['adds', "-- It's new; yes.\nalter table a add column c int not null default 0, add column d text;", []],
    ['drops a column', 'alter table a\n  drop column b;', ['1 drops a.b']],
    ['drops a table', 'create table t ();\ndrop table a;', ['2 drops a']],
    ['drops what is new', 'create table t ();\ndrop table t;', []],
    ['renames', 'alter table a rename column b to c;', ['1 renames what is read of a']],
    ['requires', 'alter table a alter column b set not null;', ['1 makes a.b required']],
    ['requires what is new', 'alter table a add column c int;\nalter table a alter column c set not null;', []],
    [
      'adds what is required',
      'alter table a add column c int not null;',
      ['1 adds a.c without a default, which is needed'],
    ],
    ['changes a type', 'alter table a alter column b type bigint;', ['1 changes the type of a.b']],
    ['deletes rows', 'delete from a where b = 1;', ['1 deletes rows of a']],
    ['widens a list', "alter table a drop constraint k;\nalter table a add constraint k check (b in ('x', 'y'));", []],
    ['drops a constraint', 'alter table a drop constraint k;', ['1 drops the constraint k']],
    ['drops inside of a function', 'create function f() returns int as $$ drop table a; $$;', []],
    ['drops what nothing uses', '-- Unused: unused since 1.0.0.\nalter table a drop column b;', []],
    ['names no release', '-- unused since 2.0.0\nalter table a drop column b;', ['2 drops a.b']],
  ])('one that %s', (_name, sql, losses) => {
    const files = { ...released('0001-a.sql', 'create table a (b int)'), 'server/database/migrations/0002-b.sql': sql }
    expect(look(findShrinkingMigrations, files)).toEqual(
      losses.map((loss) => {
        const [line, ...words] = loss.split(' ')
        return `server/database/migrations/0002-b.sql:${line} ${words.join(' ')}, which the released version may use`
      }),
    )
  })
})

describe('lock', () => {
  const lockOf = (packages: object): Files => ({ 'package-lock.json': JSON.stringify({ packages }) })

  test('a package for another kind of machine may not be missing', () => {
    const packages = {
      'node_modules/a': { integrity: 'sha512-a', optionalDependencies: { 'a-linux': '1', 'a-win32': '1' } },
      'node_modules/a-linux': { integrity: 'sha512-b' },
    }
    expect(look(findLockProblems, lockOf(packages))).toEqual([
      'package-lock.json lacks a-win32: run `node scripts/complete-lock.mjs`',
    ])
  })

  test('no package says where it is fetched from', () => {
    expect(
      look(
        findLockProblems,
        lockOf({ 'node_modules/a': { integrity: 'sha512-a', resolved: 'https://example.org/a.tgz' } }),
      ),
    ).toEqual(['package-lock.json says where to fetch node_modules/a from'])
  })

  test('every package is compared with what was fetched before, but for tools on machines that no server is', () => {
    const packages = {
      'node_modules/a': { integrity: 'sha512-a' },
      'node_modules/b': {},
      'node_modules/c': { os: ['linux'], cpu: ['x64'], libc: ['musl'], dev: true, optional: true },
      'node_modules/d': { os: ['darwin'], dev: true, optional: true },
      'node_modules/e': { os: ['darwin'], optional: true },
      'node_modules/f': { link: true },
    }
    expect(look(findLockProblems, lockOf(packages))).toEqual([
      'package-lock.json has no integrity for node_modules/b: run `node scripts/complete-lock.mjs`',
      'package-lock.json has no integrity for node_modules/c: run `node scripts/complete-lock.mjs`',
      'package-lock.json has no integrity for node_modules/e: run `node scripts/complete-lock.mjs`',
    ])
  })
})
