import { parseArgs } from 'node:util'
import { commands, type Report } from './cli/commands.ts'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { openOrJoinDatabase } from './platform/database/open.ts'

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

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
  })
  const [name, ...rest] = positionals
  const command = name === undefined ? undefined : commands[name]
  if (values.help || !command || rest.length > 0) {
    const isAsked = values.help && (name === undefined || command)
    const text = command && values.help ? `npm run portal -- ${name} [--json]\n\n${command.help}\n` : usage()
    ;(isAsked ? process.stdout : process.stderr).write(text)
    return isAsked ? 0 : 1
  }
  const config = readConfig(process.env)
  const database = await openOrJoinDatabase(config, quiet)
  try {
    const report = await command.run({ config, database })
    print(report, values.json ?? false)
    return report.ok ? 0 : 1
  } finally {
    await database.close()
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isKnown = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    process.stderr.write(
      isKnown || isUsage ? `Lectern · ${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  },
)
