import { resolve } from 'node:path'
import { checkBackup, type Contents } from '../backup/read-backup.ts'
import { checkTables, RestoreError, restoreBackup, survey } from '../backup/restore-backup.ts'
import { clearUpRestore, hasJournal } from '../backup/restore-journal.ts'
import { ArchiveError } from '../backup/tar.ts'
import { countSecrets } from '../features/sign-in/stored-secrets.ts'
import { unreadableSigningKeys } from '../features/signing/service.ts'
import { openStorage } from '../installation.ts'
import { checkServer } from '../platform/database/migrate.ts'
import { createEncryption, keyPath } from '../platform/encryption.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'

const signatures: Record<Contents['signature'], string> = {
  none: '',
  verified: ' It is signed with this BACKUP_KEY.',
  unverified: ' It is signed; set BACKUP_KEY to check by whom.',
}

const describe = ({ head, files, signature }: Contents): string =>
  `The backup of ${head.createdAt} by Lectern ${head.program} is whole: ${head.tables.length} tables, ${
    head.files ? `${files.size} files` : 'without files'
  }.${signatures[signature]}`

const restore = async ({ config, openDatabase, args: [given = ''], options }: CommandInput): Promise<Report> => {
  const path = resolve(given)
  const contents = await checkBackup(path, config.backupKey)
  const whole = describe(contents)
  const { pool, db } = (await openDatabase()).connection
  await checkServer(pool)
  const { isFull, isRunning } = await survey(pool, contents.head)
  if (isRunning) return refusal(whole, 'But the site runs: stop it first.')
  if (isFull && options['replace'] !== true)
    return refusal(
      whole,
      'But there is a site here already: --replace puts the backup in its place, and all that is here is gone.',
    )
  const storage = await openStorage(config)
  if (options['dry-run'] === true) {
    await checkTables(pool, contents.head)
    const isCutOff = await hasJournal(storage)
    return {
      ok: true,
      restored: false,
      lines: [
        whole,
        ...(isCutOff ? ['Would clear up after an earlier restore that was cut off.'] : []),
        `Would put it in place of ${isFull ? 'the site that is here' : 'nothing'}.`,
      ],
    }
  }
  const cleared = await clearUpRestore(pool, storage)
  if (cleared === 'busy') return refusal('Another restore is under way here.')
  const facts = await restoreBackup({ pool, storage }, path, contents)
  const encryption = createEncryption(config)
  const { unreadable } = await countSecrets(db, encryption)
  const signingKeys = await unreadableSigningKeys(db, encryption)
  return {
    ok: true,
    restored: true,
    ...facts,
    lines: [
      whole,
      ...(cleared === undefined ? [] : ['An earlier restore was cut off; what it left behind is gone.']),
      'It is restored. Everybody signs in again.',
      ...(facts.ran.length > 0 ? [`Brought up to date: ${facts.ran.join(', ')}.`] : []),
      ...(facts.letters > 0
        ? [
            `${facts.letters} letters that were waiting are held back: send them from the outbox of the office, if they are still of use.`,
          ]
        : []),
      ...(unreadable > 0
        ? [
            `${unreadable} second factors were encrypted with a key that is not here: put it in ${keyPath(config)} (or set SECRET_KEY), or \`npm run portal -- reset-second-factor --unreadable\`.`,
          ]
        : []),
      ...(signingKeys.length > 0
        ? [
            `The signing key ${signingKeys.join(', ')} was encrypted with a key that is not here: put it back as well, or the next submission makes a new one. Earlier receipts can be verified in any case.`,
          ]
        : []),
    ],
  }
}

const run = async (input: CommandInput): Promise<Report> => {
  try {
    return await restore(input)
  } catch (error) {
    if (error instanceof ArchiveError)
      return refusal(`${input.args[0]} cannot be used: ${error.message}. Nothing was changed.`)
    if (error instanceof RestoreError) return refusal(error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      return refusal('The disk has no room for the files of this backup. Nothing was changed.')
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return refusal(`There is no file ${input.args[0]}.`)
    throw error
  }
}

export const restoreCommand: Command = {
  summary: 'put a backup in place',
  help: 'Checks the whole archive, then puts it in place of an empty site: rows in one transaction, files aside and then in place. Stop the site before. Works from the embedded database to your own and back.',
  arguments: ['archive'],
  options: {
    replace: { type: 'boolean', help: 'put it in place of a site that holds something' },
    'dry-run': { type: 'boolean', help: 'check the archive and the place, and change nothing' },
  },
  run,
}
