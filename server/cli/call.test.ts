import { expect, test } from 'vitest'
import { readCall, UsageError } from './call.ts'

test.each([
  [['constructor'], 'Unknown command: constructor'],
  [['toString'], 'Unknown command: toString'],
  [['__proto__'], 'Unknown command: __proto__'],
  [['doctor', '--wrong'], 'Unknown option: --wrong'],
  [['doctor', '-x'], 'Unknown option: -x'],
  [['doctor', 'twice'], 'One word too many: twice'],
  [['doctor', '--json=yes'], '--json takes no value'],
  [['create-admin', '--username'], '--username needs a value'],
  [['create-admin', '--username', '--email', 'a@example.org'], '--username needs a value'],
  [['send-test-mail'], 'Say the address: npm run portal -- send-test-mail <address> [--json]'],
  [['send-test-mail', 'a@example.org', 'b@example.org'], 'One word too many: b@example.org'],
  [[], 'Say which command.'],
])('%j is refused with the reason', (words, message) => {
  expect(() => readCall(words)).toThrow(new UsageError(message))
})

test('a command is read with its words and options', () => {
  expect(readCall(['send-test-mail', 'a@example.org', '--json'])).toMatchObject({
    args: ['a@example.org'],
    options: { json: true },
  })
})

test.each([
  [['--help'], 'Usage: npm run portal -- <command> [--json]'],
  [['-h'], 'Usage: npm run portal -- <command> [--json]'],
  [['seed', '--help'], 'npm run portal -- seed [--json]'],
])('%j asks for help', (words, first) => {
  const { help } = readCall(words) as { help: string }
  expect(help.split('\n')[0]).toBe(first)
})
