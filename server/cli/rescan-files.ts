import { upgrade } from '../backup/backup-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { refusal, type Command } from './command.ts'
import { operatorContext } from './context.ts'

export const rescanFiles: Command = {
  summary: 'have every file scanned for malware again',
  help: 'Has background tasks scan all files again, such as after the scanner has got new signatures, or after CLAMD_MAX_MB was raised. What was found before stays in force until then. Run it with the variables of the site.',
  run: async ({ config, openDatabase }) => {
    if (!config.clamd) return refusal('Files are not scanned here: CLAMD_URL is not set.')
    const { scanAllAgain } = await import('../features/scanning/service.ts')
    const { pool, db } = (await openDatabase()).connection
    await upgrade(pool, config, systemClock.now())
    const count = await scanAllAgain(await operatorContext(config, db))
    return {
      ok: true,
      count,
      lines: [`Files that are scanned again: ${count}. /Admin/Task shows how far it has come.`],
    }
  },
}
