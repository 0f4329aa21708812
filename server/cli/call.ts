import { parseArgs } from 'node:util'
import type { Command, CommandInput, Option } from './command.ts'
import { commands } from './commands.ts'

const generalOptions: Record<string, Option> = {
  help: { type: 'boolean', help: 'what a command does' },
  json: { type: 'boolean', help: 'the result as JSON on standard output' },
}

/** Two columns, the first as wide as its longest entry. */
const table = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
}

const optionRows = (options: Readonly<Record<string, Option>>) =>
  Object.entries(options).map(([name, { type, help }]): [string, string] => [
    type === 'string' ? `--${name} <value>` : `--${name}`,
    help,
  ])

export const usage = (): string =>
  [
    'Usage: npm run portal -- <command> [--json]',
    '',
    ...table(
      Object.entries(commands).map(([name, { summary, arguments: words = [] }]) => [
        [name, ...words.map((word) => `<${word}>`)].join(' '),
        summary,
      ]),
    ),
    '',
    ...table(optionRows(generalOptions)),
    '',
  ].join('\n')

const callOf = (name: string, { arguments: words = [], options = {} }: Command): string =>
  [
    `npm run portal -- ${name}`,
    ...words.map((word) => `<${word}>`),
    ...(Object.keys(options).length > 0 ? ['[options]'] : []),
    '[--json]',
  ].join(' ')

const helpOf = (name: string, command: Command): string =>
  [
    callOf(name, command),
    '',
    command.help,
    ...(command.options ? ['', ...table(optionRows(command.options))] : []),
  ].join('\n')

export class UsageError extends Error {}

/** The words as they stand; what is an option that takes a value, its command says. */
const parse = (words: readonly string[], options: Readonly<Record<string, Option>>) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [name, name === 'help' ? { type, short: 'h' } : { type }]),
    ),
  })

const findCommand = (words: readonly string[]): [string, Command] | undefined => {
  const [name] = parse(words, generalOptions).positionals
  if (name === undefined) return undefined
  if (!Object.hasOwn(commands, name)) throw new UsageError(`Unknown command: ${name}`)
  return [name, commands[name]!]
}

/** Every option is known, and has a value if and only if it takes one. */
const checkOptions = (words: readonly string[], allowed: Readonly<Record<string, Option>>): void => {
  for (const token of parse(words, allowed).tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(allowed, token.name) ? allowed[token.name] : undefined
    if (!option) throw new UsageError(`Unknown option: ${token.rawName}`)
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))
    if (option.type === 'string' && isForgotten) throw new UsageError(`${token.rawName} needs a value`)
    if (option.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
  }
}

const checkWords = (name: string, command: Command, words: readonly string[]): void => {
  const expected = command.arguments ?? []
  const missing = expected[words.length]
  if (missing !== undefined) throw new UsageError(`Say the ${missing}: ${callOf(name, command)}`)
  if (words.length > expected.length)
    throw new UsageError(`One word too many: ${words.slice(expected.length).join(' ')}`)
}

interface Call extends Pick<CommandInput, 'args' | 'options'> {
  command: Command
}

/** What the words after the program's name ask for: a command, or help. */
export const readCall = (words: readonly string[]): Call | { help: string } => {
  const match = findCommand(words)
  const options = { ...match?.[1].options, ...generalOptions }
  checkOptions(words, options)
  const { values, positionals } = parse(words, options)
  if (values['help'] === true) return { help: match ? helpOf(...match) : usage() }
  if (!match) throw new UsageError('Say which command.')
  const [name, command] = match
  const args = positionals.slice(1)
  checkWords(name, command, args)
  return { command, args, options: values }
}
