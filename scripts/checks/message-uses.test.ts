import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { usedKeys } from './message-uses.ts'

const keys = [
  'a.title',
  'a.unused',
  'state.open',
  'state.closed',
  'state.gone',
  'team.created',
  'note.required',
  'task.any',
]

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The used keys of a project of these files. */
const usedIn = (files: Record<string, string>): string[] => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-uses-')))
  const ids = keys.map((key) => `'${key}'`).join(' | ')
  const all = {
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }',
    'messages/message-id.ts': `export type MessageId = ${ids}`,
    'web/text.ts':
      "import type { MessageId } from '../messages/message-id'\nexport declare const say: (id: MessageId) => string",
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...usedKeys(root, new Set(keys))].filter((key) => key !== 'task.any').toSorted()
}

const say = "import { say } from './text'\n"

test('a key is used where a key is expected, and not where it is another word', () => {
  const code = `${say}declare const audit: (action: 'team.created' | 'team.left') => void\nsay('a.title')\naudit('team.created')`
  expect(usedIn({ 'web/a.ts': code })).toEqual(['a.title'])
})

test('of keys that a template builds, those are used that its values allow', () => {
  const code = `${say}const words = ['gone']\nexport const a = (state: 'open' | 'closed') => say(\`state.\${state}\`)`
  expect(usedIn({ 'web/a.ts': code })).toEqual(['state.closed', 'state.open'])
})

test('messages of schemas are used, tests use nothing', () => {
  const schema = "declare const check: (message: string) => void\ncheck('note.required')"
  expect(usedIn({ 'contract/a.ts': schema, 'web/a.test.ts': `${say}say('a.title')` })).toEqual(['note.required'])
})

test('families of keys that are built from plain strings are taken as used', () => {
  expect(usedIn({})).toEqual([])
  expect(usedKeys(root, new Set(keys))).toEqual(new Set(['task.any']))
})
