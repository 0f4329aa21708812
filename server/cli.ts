import { parseArgs } from 'node:util'
import { commands, type Command, type Report } from './cli/commands.ts'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { openOrJoinDatabase, type OpenDatabase } from './platform/database/open.ts'

const usage = (): string => {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  return [
    'Usage: npm run portal -- <command> [--json]',
    '',
    ...lines,
    '',
    '  --help     what a command does',
    '  --json     the result as JSON on standard output',
    '',
  ].join('\n')
}

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

const runCommand = async (command: Command): Promise<Report> => {
  const config = readConfig(process.env)
  let database: OpenDatabase | undefined
  const openDatabase = async () => (database ??= await openOrJoinDatabase(config, quiet))
  try {
    return await command.run({ config, openDatabase })
  } finally {
    await database?.close()
  }
}

const options = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const

/** What was asked for; a word that nobody knows is named. */
const readCommand = () => {
  const { values, positionals, tokens } = parseArgs({ allowPositionals: true, strict: false, tokens: true, options })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown?.kind === 'option') throw new UsageError(`Unknown option: ${unknown.rawName}`)
  const [name, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`One word too many: ${rest.join(' ')}`)
  if (name !== undefined && !Object.hasOwn(commands, name)) throw new UsageError(`Unknown command: ${name}`)
  return { name, command: name === undefined ? undefined : commands[name], help: values.help === true }
}

const run = async (): Promise<Report> => {
  const { name, command, help } = readCommand()
  if (help) return { ok: true, lines: [command ? `npm run portal -- ${name} [--json]\n\n${command.help}` : usage()] }
  if (!command) throw new UsageError('Say which command.')
  return runCommand(command)
}

const asJson = process.argv.includes('--json')

run().then(
  (report) => {
    print(report, asJson)
    process.exit(report.ok ? 0 : 1)
  },
  (error: unknown) => {
    // Who reads JSON is told of a failure in JSON as well.
    if (asJson) print({ ok: false, error: error instanceof Error ? error.message : String(error), lines: [] }, true)
    else process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  },
)
