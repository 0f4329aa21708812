import type { Config } from '../config.ts'
import type { OpenDatabase } from '../platform/database/open.ts'

export interface Check {
  name: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
}

export interface Patient {
  config: Config
  openDatabase: () => Promise<OpenDatabase>
}

export const ok = (name: string, detail: string): Check => ({ name, state: 'ok', detail })
export const warning = (name: string, detail: string): Check => ({ name, state: 'warning', detail })
export const failed = (name: string, detail: string): Check => ({ name, state: 'failed', detail })

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An error during a check is its result. */
export const attempt = (name: string, look: () => Promise<Check>): Promise<Check> =>
  look().catch((error: unknown) => failed(name, reasonOf(error)))
