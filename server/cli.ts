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

const describe = (error: unknown): string => {
  const isKnown = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isKnown || isUsage) return `Lectern · ${error.message}`
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

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
  })
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (values.help || !command || rest.length > 0) {
    const isAsked = values.help && (name === '' || command)
    const text = command && values.help ? `npm run portal -- ${name} [--json]\n\n${command.help}\n` : usage()
    ;(isAsked ? process.stdout : process.stderr).write(text)
    return isAsked ? 0 : 1
  }
  const report = await runCommand(command).catch((error: unknown): Report => {
    // Who reads JSON is told of a failure in JSON as well.
    if (!values.json) throw error
    return { ok: false, error: error instanceof Error ? error.message : String(error), lines: [] }
  })
  print(report, values.json ?? false)
  return report.ok ? 0 : 1
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  },
)
