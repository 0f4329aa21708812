import { resolve } from 'node:path'
import { checkBackup, type Contents } from '../backup/read-backup.ts'
import { BucketAway, locateReferences, type LocatedReference } from '../backup/references.ts'
import { checkTables, RestoreError, restoreBackup, survey } from '../backup/restore-backup.ts'
import { clearUpRestore, hasJournal } from '../backup/restore-journal.ts'
import { ArchiveError } from '../backup/tar.ts'
import { countSecrets } from '../features/sign-in/second-factor/stored-secrets.ts'
import { unreadableSigningKeys } from '../features/signing/service.ts'
import { openBucketVersions, openStorage } from '../installation.ts'
import { checkServer } from '../platform/database/migrate.ts'
import { createEncryption, keyPath } from '../platform/encryption.ts'
import type { BucketVersions } from '../platform/storage/bucket-versions.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'

const signatures: Record<Contents['signature'], string> = {
  none: '',
  verified: ' It is signed with this BACKUP_KEY.',
  unverified: ' It is signed; set BACKUP_KEY to check by whom.',
}

const describe = ({ head, files, references, signature }: Contents): string =>
  `The backup of ${head.createdAt} by Lectern ${head.program} is whole: ${head.tables.length} tables, ${
    head.files === 'references'
      ? `${references.size} files in a bucket`
      : head.files
        ? `${files.size} files`
        : 'without files'
  }.${signatures[signature]}`

const shownFiles = 3

const namesOf = (all: readonly LocatedReference[], kind: LocatedReference['location']['kind']): string[] =>
  all.filter(({ location }) => location.kind === kind).map(({ reference }) => reference.key)

const firstOf = (keys: readonly string[]): string => keys.slice(0, shownFiles).join(', ')

/** Finds the files of an archive in the bucket; lines say what is wrong there. */
const examineBucket = async (versions: BucketVersions, { references }: Contents, isWhole: boolean) => {
  const located = await locateReferences(versions, references.values(), { isWhole })
  const [missing, changed, earlier] = [
    namesOf(located, 'missing'),
    namesOf(located, 'changed'),
    namesOf(located, 'version'),
  ]
  const problems = [
    ...(missing.length > 0 ? [`${missing.length} files are not in the bucket: ${firstOf(missing)}.`] : []),
    ...(changed.length > 0 ? [`${changed.length} files are others in the bucket: ${firstOf(changed)}.`] : []),
  ]
  const way = isWhole ? 'size, ETag and SHA-256' : 'size and ETag'
  const comparison = `The bucket has all of its files, compared by ${way}${
    earlier.length > 0 ? `; ${earlier.length} of them were deleted or replaced, and come back from kept versions` : ''
  }.`
  return { located, problems, comparison }
}

const restore = async (
  { config, openDatabase, options }: CommandInput,
  path: string,
  contents: Contents,
  versions: BucketVersions | undefined,
): Promise<Report> => {
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
  if (contents.head.files === 'references' && !versions)
    return refusal(whole, 'Its files are in a bucket: set S3_ENDPOINT and the other variables of it.')
  const bucket = versions && {
    versions,
    ...(await examineBucket(versions, contents, options['skip-content'] !== true)),
  }
  if (bucket && bucket.problems.length > 0) return refusal(whole, ...bucket.problems, 'Nothing was changed.')
  const comparison = bucket ? [bucket.comparison] : []
  if (options['dry-run'] === true) {
    await checkTables(pool, contents.head)
    const isCutOff = await hasJournal(storage)
    return {
      ok: true,
      restored: false,
      lines: [
        whole,
        ...comparison,
        ...(isCutOff ? ['Would clear up after an earlier restore that was cut off.'] : []),
        `Would put it in place of ${isFull ? 'the site that is here' : 'nothing'}.`,
      ],
    }
  }
  const cleared = await clearUpRestore(pool, storage)
  if (cleared === 'busy') return refusal('Another restore is under way here.')
  const facts = await restoreBackup({ pool, storage, bucket }, path, contents)
  const encryption = createEncryption(config)
  const { unreadable } = await countSecrets(db, encryption)
  const signingKeys = await unreadableSigningKeys(db, encryption)
  return {
    ok: true,
    restored: true,
    ...facts,
    lines: [
      whole,
      ...comparison,
      ...(cleared === undefined ? [] : ['An earlier restore was cut off; what it left behind is gone.']),
      'It is restored. Everybody signs in again.',
      ...(facts.ran.length > 0 ? [`Brought up to date: ${facts.ran.join(', ')}.`] : []),
      ...(facts.letters > 0
        ? [
            `${facts.letters} letters that were waiting are held back: send them from the outbox of the office, if they are still of use.`,
          ]
        : []),
      ...(facts.webhooks > 0
        ? [
            `${facts.webhooks} webhooks are paused, so that they send nothing from a copy: let them go on in the office, if this is the site from now on.`,
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
    const { config, args } = input
    const path = resolve(args[0]!)
    const contents = await checkBackup(path, config.backupKey)
    const versions = contents.head.files === 'references' ? await openBucketVersions(config) : undefined
    return await restore(input, path, contents, versions).finally(() => versions?.close())
  } catch (error) {
    if (error instanceof ArchiveError)
      return refusal(`${input.args[0]} cannot be used: ${error.message}. Nothing was changed.`)
    if (error instanceof RestoreError) return refusal(error.message)
    if (error instanceof BucketAway)
      return refusal(`The bucket stopped answering: ${error.message}. Nothing was changed.`)
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
    'skip-content': {
      type: 'boolean',
      help: 'of files that stayed in the bucket compare size and ETag only; else each is read and its SHA-256 compared',
    },
    'dry-run': { type: 'boolean', help: 'check the archive and the place, and change nothing' },
  },
  run,
}
