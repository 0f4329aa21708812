import { parseArgs } from 'node:util'
import type { Command, Option, Report } from './cli/command.ts'
import { commands } from './cli/commands.ts'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { openOrJoinDatabase, type OpenDatabase } from './platform/database/open.ts'

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

const usage = (): string =>
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

const print = ({ lines, ...report }: Report, asJson: boolean): void =>
  void process.stdout.write(`${asJson ? JSON.stringify(report) : lines.join('\n')}\n`)

const quiet = { info: () => {}, warn: () => {}, error: (line: string) => void process.stderr.write(`${line}\n`) }

class UsageError extends Error {}

const describe = (error: unknown): string => {
  if (error instanceof UsageError) return `Lectern · ${error.message}\n\n${usage()}`
  const isKnown = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
  if (isKnown) return `Lectern · ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

interface Call {
  name: string
  command: Command
  args: string[]
  options: Record<string, string | boolean | undefined>
}

const runCommand = async ({ command, args, options }: Call): Promise<Report> => {
  const config = readConfig(process.env)
  let database: OpenDatabase | undefined
  const openDatabase = async () => (database ??= await openOrJoinDatabase(config, quiet))
  try {
    return await command.run({ config, openDatabase, args, options })
  } finally {
    await database?.close()
  }
}

/** The words as they stand; what is an option that takes a value, its command says. */
const parse = (options: Readonly<Record<string, Option>>) =>
  parseArgs({
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [name, name === 'help' ? { type, short: 'h' } : { type }]),
    ),
  })

const findCommand = (): [string, Command] | undefined => {
  const [name] = parse(generalOptions).positionals
  if (name === undefined) return undefined
  if (!Object.hasOwn(commands, name)) throw new UsageError(`Unknown command: ${name}`)
  return [name, commands[name]!]
}

/** Every option is known, and has a value if and only if it takes one. */
const checkOptions = (known: Readonly<Record<string, Option>>): void => {
  for (const token of parse(known).tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (!option) throw new UsageError(`Unknown option: ${token.rawName}`)
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))
    if (option.type === 'string' && isForgotten) throw new UsageError(`${token.rawName} needs a value`)
    if (option.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
  }
}

const checkWords = (name: string, command: Command, given: readonly string[]): void => {
  const expected = command.arguments ?? []
  const missing = expected[given.length]
  if (missing !== undefined) throw new UsageError(`Say the ${missing}: ${callOf(name, command)}`)
  if (given.length > expected.length)
    throw new UsageError(`One word too many: ${given.slice(expected.length).join(' ')}`)
}

const run = async (): Promise<Report> => {
  const found = findCommand()
  const known = { ...found?.[1].options, ...generalOptions }
  checkOptions(known)
  const { values, positionals } = parse(known)
  if (values['help'] === true) return { ok: true, lines: [found ? helpOf(...found) : usage()] }
  if (!found) throw new UsageError('Say which command.')
  const [name, command] = found
  const args = positionals.slice(1)
  checkWords(name, command, args)
  return runCommand({ name, command, args, options: values })
}

const asJson = process.argv.includes('--json')

run().then(
  (report) => {
    print(report, asJson)
    process.exit(report.ok ? 0 : 1)
  },
  (error: unknown) => {
    // With --json, failures are printed as JSON as well.
    if (asJson) print({ ok: false, error: error instanceof Error ? error.message : String(error), lines: [] }, true)
    else process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  },
)
