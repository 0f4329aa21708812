import { isEmpty } from '../database/seed/empty.ts'
import { describeSignIns } from '../demo-sign-ins.ts'
import { systemClock } from '../platform/clock.ts'
import { upgrade } from '../backup/backup-folder.ts'
import { backup } from './backup.ts'
import { capacityCommand } from './capacity.ts'
import { bucketSetup } from './bucket-setup.ts'
import { beginCommand } from './begin.ts'
import { restoreCommand } from './restore.ts'
import type { Command } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { examine } from './doctor.ts'
import { sendTestMail } from './send-test-mail.ts'
import { rescanFiles } from './rescan-files.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { verifyListCommand } from './verify-list.ts'
import { verifyReceiptCommand } from './verify-receipt.ts'

export const commands: Record<string, Command> = {
  migrate: {
    summary: 'bring the database up to date',
    help: 'Runs the migrations that have not run yet, one process at a time. `npm start` does the same by itself.',
    run: async ({ config, openDatabase }) => {
      const { connection } = await openDatabase()
      const { ran, backup: path } = await upgrade(connection.pool, config, systemClock.now())
      return {
        ok: true,
        ran,
        ...(path && { backup: path }),
        lines: [
          ...(path ? [`kept the database as it was: ${path}`] : []),
          ...(ran.length > 0 ? ran.map((name) => `ran ${name}`) : ['The database is up to date.']),
        ],
      }
    },
  },
  seed: {
    summary: 'fill an empty database with the demo',
    help: 'Fills in the demo: people with their teams, enrolments, works and rounds of review, articles, pages, banners, experts, partners and materials in five languages, with pictures and files, dated around today, and tells the sign-ins of its organiser and of an expert. Refuses when there is content already, or an account.',
    run: async ({ config, openDatabase }) => {
      const { pool, db } = (await openDatabase()).connection
      await upgrade(pool, config, systemClock.now())
      if (!(await isEmpty(db)))
        return { ok: false, seeded: false, lines: ['There is content already: nothing was changed.'] }
      // The demo loads the whole program, which other commands need not wait for.
      const { fillInDemo } = await import('../demo.ts')
      const accounts = await fillInDemo(db, config, systemClock.now(), config.adminPassword)
      return { ok: true, seeded: true, accounts, lines: ['The demo is in the database.', ...describeSignIns(accounts)] }
    },
  },
  begin: beginCommand,
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'send-test-mail': sendTestMail,
  'bucket-setup': bucketSetup,
  'rescan-files': rescanFiles,
  backup,
  restore: restoreCommand,
  'verify-receipt': verifyReceiptCommand,
  'verify-list': verifyListCommand,
  capacity: capacityCommand,
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
