import type { Config } from '../config.ts'
import { openOrJoinDatabase, type OpenDatabase } from '../platform/database/open.ts'
import { readCall } from './call.ts'
import type { Report } from './command.ts'

type Log = Parameters<typeof openOrJoinDatabase>[1]

/** Runs the command that these words name. The database is opened if the command asks for it, and closed after it. */
export const runCommand = async (
  words: string[],
  { configure, log }: { configure: () => Config; log: Log },
): Promise<Report> => {
  const call = readCall(words)
  if ('help' in call) return { ok: true, lines: [call.help] }
  const config = configure()
  let database: OpenDatabase | undefined
  const openDatabase = async () => (database ??= await openOrJoinDatabase(config, log))
  try {
    return await call.command.run({ config, openDatabase, args: call.args, options: call.options })
  } finally {
    await database?.close()
  }
}
