import type { Config } from '../config.ts'
import type { OpenDatabase } from '../platform/database/open.ts'

/** The result of a command: lines for people, data for programs. */
export interface Report {
  ok: boolean
  lines: string[]
  [detail: string]: unknown
}

/** Nothing was done, with the reason. */
export const refusal = (...lines: string[]): Report => ({ ok: false, error: lines.join(' '), lines })

export interface CommandInput {
  config: Config
  /** Opened on first use, closed after the command. */
  openDatabase: () => Promise<OpenDatabase>
  /** As many as the command declares, in that order. */
  args: readonly string[]
  /** By name, without dashes; absent when not given. */
  options: Readonly<Record<string, string | boolean | undefined>>
}

export interface Option {
  /** `string`: a value follows. `boolean`: given or not. */
  type: 'string' | 'boolean'
  help: string
}

export interface Command {
  summary: string
  help: string
  /** Words that must follow the command, by name. */
  arguments?: readonly string[]
  options?: Readonly<Record<string, Option>>
  run(input: CommandInput): Promise<Report>
}
