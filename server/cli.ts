import { usage, UsageError } from './cli/call.ts'
import type { Report } from './cli/command.ts'
import { runCommand } from './cli/run-command.ts'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'

const print = ({ lines, ...report }: Report, asJson: boolean): void =>
  void process.stdout.write(`${asJson ? JSON.stringify(report) : lines.join('\n')}\n`)

const quiet = { info: () => {}, warn: () => {}, error: (line: string) => void process.stderr.write(`${line}\n`) }

const describe = (error: unknown): string => {
  if (error instanceof UsageError) return `Lectern · ${error.message}\n\n${usage()}`
  const isKnown = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
  if (isKnown) return `Lectern · ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const asJson = process.argv.includes('--json')

runCommand(process.argv.slice(2), { configure: () => readConfig(process.env), log: quiet }).then(
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
