import type { Config } from '../config.ts'
import { isEmpty } from '../database/seed/empty.ts'
import { seedDemo } from '../database/seed/seed.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { OpenDatabase } from '../platform/database/open.ts'
import { examine } from './doctor.ts'

/** What a command found or did: for people as lines, for programs as it is. */
export interface Report {
  ok: boolean
  lines: string[]
  [detail: string]: unknown
}

interface CommandInput {
  config: Config
  /** Opened when first asked for, and closed after the command. */
  openDatabase: () => Promise<OpenDatabase>
}

export interface Command {
  summary: string
  help: string
  run(input: CommandInput): Promise<Report>
}

export const commands: Record<string, Command> = {
  migrate: {
    summary: 'bring the database up to date',
    help: 'Runs the migrations that have not run yet, one process at a time. `npm start` does the same by itself.',
    run: async ({ openDatabase }) => {
      const { connection } = await openDatabase()
      const ran = await migrate(connection.pool)
      return {
        ok: true,
        ran,
        lines: ran.length > 0 ? ran.map((name) => `ran ${name}`) : ['The database is up to date.'],
      }
    },
  },
  seed: {
    summary: 'fill an empty database with the demo',
    help: 'Fills in the demo: articles in five languages, dated around today. Refuses when there is content already.',
    run: async ({ openDatabase }) => {
      const { pool, db } = (await openDatabase()).connection
      await migrate(pool)
      if (!(await isEmpty(db)))
        return { ok: false, seeded: false, lines: ['There is content already: nothing was changed.'] }
      await seedDemo(db, systemClock.now())
      return { ok: true, seeded: true, lines: ['The demo is in the database.'] }
    },
  },
  doctor: {
    summary: 'check this installation',
    help: 'Checks program, pages, data folder, database and settings. Exit code 1 when a check fails; warnings (!) do not count. Run it with the variables of the site.',
    run: async (input) => {
      const checks = await examine(input)
      const sign = { ok: '✓', warning: '!', failed: '✗' }
      return {
        ok: checks.every(({ state }) => state !== 'failed'),
        checks,
        lines: checks.map(({ state, name, detail }) => `${sign[state]} ${name}: ${detail}`),
      }
    },
  },
}
