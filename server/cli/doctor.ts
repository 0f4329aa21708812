import { stat } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import { verifyAudit, type AuditFault } from '../features/audit/chain.ts'
import { stampedNumbers } from '../features/certificates/holders/stamped.ts'
import { unprintableNames } from '../features/certificates/issues/unprintable-names.ts'
import { verifyAwards, type VerifiedAwards } from '../features/certificates/verification/verify-awards.ts'
import { findOfficeMail } from '../features/settings/service.ts'
import { countSecrets } from '../features/sign-in/second-factor/stored-secrets.ts'
import { unreadableSigningKeys } from '../features/signing/service.ts'
import { verifyLists, type ListFault } from '../features/results/verification/verify-lists.ts'
import { verifySubmissions, type SubmissionFault } from '../features/works/submission/verify-submissions.ts'
import { loadSite } from '../pages/site.ts'
import { systemClock } from '../platform/clock.ts'
import type { Connection } from '../platform/database/connect.ts'
import { holdsEmbeddedPostgres } from '../platform/database/embedded.ts'
import { checkServer, pendingMigrations } from '../platform/database/migrate.ts'
import { directAddress, tryPooled } from '../platform/database/open.ts'
import { checkPooled } from '../platform/database/pooler.ts'
import { createEncryption, keyPath } from '../platform/encryption.ts'
import { brokenInvariants } from '../platform/invariants.ts'
import { findPrograms, programNames, type ProgramName } from '../platform/media/programs.ts'
import { version } from '../version.ts'
import { attempt, failed, ok, reasonOf, warning, type Check, type Patient } from './doctor-checks.ts'
import { examineStoredFiles } from './doctor-files.ts'
import { examineBucketAccess, examineDataFolder, examineFiles, examineVersions } from './doctor-storage.ts'
import { examinePasskeys } from './foreign-passkeys.ts'

const acceptedSkewMilliseconds = 2_000

const examinePages = async (): Promise<Check> => {
  try {
    return ok('pages', `build ${(await loadSite()).build}`)
  } catch {
    return failed('pages', 'not built; `npm start` builds them')
  }
}

/** Whether the key of encrypted secrets exists, and is not readable by others. */
const examineKey = async (config: Config, { db }: Connection): Promise<Check> => {
  const name = 'second factors'
  const encryption = createEncryption(config)
  const { readable, clear, unreadable } = await countSecrets(db, encryption)
  const where = config.secretKey === undefined ? keyPath(config) : 'SECRET_KEY'
  if (unreadable > 0)
    return failed(
      name,
      `${unreadable} were encrypted with another key than ${where}: put that key back, or \`portal reset-second-factor --unreadable\``,
    )
  if (clear > 0) return warning(name, `${clear} are not encrypted yet; \`npm start\` does that`)
  if ((await encryption.keyId()) === undefined) return ok(name, 'none yet; `npm start` makes their key')
  const mode = config.secretKey === undefined ? (await stat(keyPath(config))).mode & 0o077 : 0
  if (mode !== 0) return warning(name, `others may read ${where}: chmod 600`)
  return ok(name, `${readable}, encrypted with ${where}`)
}

/** A key that cannot be decrypted signs nothing any more; the next submission makes another. */
const examineSigningKey = async (config: Config, { db }: Connection): Promise<Check> => {
  const name = 'signing key'
  const unreadable = await unreadableSigningKeys(db, createEncryption(config))
  if (unreadable.length === 0) return ok(name, 'can be used, or is made by the first submission')
  const where = config.secretKey === undefined ? keyPath(config) : 'SECRET_KEY'
  return warning(
    name,
    `${unreadable.join(', ')} was encrypted with another key than ${where}: put that key back, or the next submission makes a new one; earlier receipts can be verified in any case`,
  )
}

const submissionFaults: Record<SubmissionFault, string> = {
  manifest: 'its manifest was changed',
  content: 'its manifest is that of another submission',
  signature: 'its signature was changed',
  keyMissing: 'the key that signed it is missing',
}

const examineSubmissions = async ({ db }: Connection): Promise<Check> => {
  const { count, broken } = await verifySubmissions(db)
  if (!broken) return ok('submissions', `${count}, as signed`)
  return failed('submissions', `number ${broken.number} of work ${broken.workId}: ${submissionFaults[broken.fault]}`)
}

/** How each fault of a list is told. */
export const listFaults: Record<ListFault, string> = {
  hash: 'a text is not the one that was hashed',
  settlement: 'the scores of a round are not those that were settled',
  sheets: 'the sheets of a round are not those that were settled',
  goesOn: 'a work takes part in a round to which it did not go on',
  input: 'a work has another score than was settled, or is missing',
  rows: 'it does not follow from its input',
  shown: 'its works are shown differently',
  fingerprint: 'what is shown of its works is not what its fingerprint was made of',
  decisions: 'an order of tied works or a changed prize in it is not what was decided',
  rules: 'the prizes or columns that it is shown by are not those that it was computed by',
  submission:
    'people, title, parts or the permission to publish of a work are not those of the submission that was judged',
  totals: 'the counts beside it are not those of its works',
  difference: 'it does not differ from the list before it as it says',
  log: 'its fingerprint is not the one that the log has since it was proposed',
}

export const awardFault = ({ broken }: VerifiedAwards): string =>
  `${broken.length === 1 ? 'a certificate says' : `${broken.length} certificates say`} something else than the list or than when they were issued, such as ${broken[0]!}`

const examineResults = async ({ db }: Connection): Promise<Check> => {
  const { count, broken } = await verifyLists(db)
  const [first] = broken
  if (first) return failed('results', `list ${first.id}: ${listFaults[first.fault]}`)
  const awards = await verifyAwards(db)
  if (awards.broken.length > 0) return failed('results', awardFault(awards))
  return ok('results', `${count} ${count === 1 ? 'list' : 'lists'}, as computed`)
}

const shownNames = 5

/** The first names of a long list. */
const shorten = (names: readonly string[]): string =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')

/** Names that would stop a certificate when it is issued: there is time to ask for another spelling. */
const examineNames = async ({ db }: Connection): Promise<Check> => {
  const name = 'names on certificates'
  const people = await unprintableNames(db)
  if (people.length === 0) return ok(name, 'all can be printed')
  const names = people.map((one) => `${one.name} (${one.missing.join(', ')})`)
  return warning(name, `no glyph in our fonts: ${shorten(names)}`)
}

/** A site that began with version 0.3.0 or earlier printed the stamp of the demo until somebody noticed. */
const examineStamps = async ({ db }: Connection): Promise<Check> => {
  const name = 'stamps on certificates'
  const numbers = await stampedNumbers(db)
  if (numbers.length === 0) return ok(name, 'none is that of the demo')
  return warning(
    name,
    `${numbers.length} valid certificates bear the stamp of the demo: ${shorten(numbers)}; replace them in the office (\`/Admin/Certificate?stamp=demo\`)`,
  )
}

/** The invariants of the database. */
const examineContest = async ({ pool }: Connection): Promise<Check> => {
  const { invariants, featureOf } = await import('../invariants.ts')
  const broken = await brokenInvariants(pool, invariants)
  if (broken.length === 0) return ok('contest', `${invariants.length} rules hold`)
  const findings = broken.map(
    ({ name, count, example }) => `${featureOf(name)}: "${name}" does not hold for ${count}, such as ${example}`,
  )
  return failed('contest', `${findings.join('; ')}; what to do is in docs/operations.md, "When a rule does not hold"`)
}

/** Whether somebody runs the background tasks. */
const examineTasks = async ({ db }: Connection): Promise<Check> => {
  const { countOverdueTasks } = await import('../features/tasks/service.ts')
  const overdue = await countOverdueTasks(db, systemClock.now())
  return overdue === 0
    ? ok('background tasks', 'none has waited for long')
    : warning(
        'background tasks',
        `${overdue} have waited for over ten minutes; is there a process with ROLE=worker or all?`,
      )
}

const examineServer = async (config: Config, pool: Pool): Promise<Check> => {
  await checkServer(pool)
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  const address = directAddress(config)
  const place = address ? `${address.setting} (${new URL(address.url).host})` : 'embedded'
  return ok('database', `PostgreSQL ${rows[0]!.version}, ${place}`)
}

/** Where requests go, if that is not the database itself. */
const examinePooler = async (url: string, direct: Connection): Promise<Check> => {
  await tryPooled(url, (pool) => checkPooled(direct.pool, pool, url))
  return ok('pooler', `DATABASE_URL (${new URL(url).host}), the same database`)
}

const examineMigrations = async (pool: Pool): Promise<Check> => {
  const pending = await pendingMigrations(pool)
  return pending.length === 0
    ? ok('migrations', 'all have run')
    : failed('migrations', `waiting: ${pending.join(', ')}; \`npm start\` runs them`)
}

/** Deadlines follow the program's clock; a database elsewhere should agree with it. */
const examineClock = async (pool: Pool): Promise<Check> => {
  const before = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const skew = Math.round(rows[0]!.now.getTime() - (before + Date.now()) / 2)
  const detail = `${Math.abs(skew)} ms apart from the database`
  return Math.abs(skew) > acceptedSkewMilliseconds ? warning('clock', detail) : ok('clock', detail)
}

const faults: Record<Exclude<AuditFault, 'unlinked'>, string> = {
  changed: 'the entry, its link or its place was changed',
  personalChanged: 'what it says about persons was changed',
  entryMissing: 'the entry is gone',
  linkMissing: 'this place of the chain is empty',
}

const examineAudit = async ({ db }: Connection): Promise<Check> => {
  const { entries, broken } = await verifyAudit(db, systemClock.now())
  if (!broken) return ok('audit log', `${entries} ${entries === 1 ? 'entry' : 'entries'}, as written`)
  // Killing the site, or a command while it does not run, leaves such entries.
  if (broken.fault === 'unlinked')
    return warning('audit log', `entry ${broken.id} and later ones are not chained yet; the running site does that`)
  const entry = broken.id ? ` (entry ${broken.id})` : ''
  return failed('audit log', `position ${broken.position}${entry}: ${faults[broken.fault]}`)
}

const examineDatabase = async ({ config, openDatabase }: Patient): Promise<Check[]> => {
  // A check must not create anything.
  if (!config.databaseUrl && !(await holdsEmbeddedPostgres(config.dataDirectory)))
    return [warning('database', 'there is no data yet; `npm start` creates it')]
  let connection: Connection
  try {
    connection = (await openDatabase()).connection
  } catch (error) {
    return [failed('database', reasonOf(error))]
  }
  const { pool } = connection
  const server = await attempt('database', () => examineServer(config, pool))
  const { databaseUrl, databaseDirectUrl } = config
  const pooler =
    databaseUrl && databaseDirectUrl ? [await attempt('pooler', () => examinePooler(databaseUrl, connection))] : []
  const migrations = await attempt('migrations', () => examineMigrations(pool))
  const clock = await attempt('clock', () => examineClock(pool))
  // Before its migrations there is nothing to check.
  const isReady = migrations.state === 'ok'
  if (!isReady) return [server, ...pooler, migrations, clock]
  const audit = await attempt('audit log', () => examineAudit(connection))
  const contest = await attempt('contest', () => examineContest(connection))
  const tasks = await attempt('background tasks', () => examineTasks(connection))
  const key = await attempt('second factors', () => examineKey(config, connection))
  const passkeys = await attempt('passkeys', () => examinePasskeys(config, connection.db))
  const signingKey = await attempt('signing key', () => examineSigningKey(config, connection))
  const storedFiles = await attempt('stored files', () => examineStoredFiles({ config }, connection.db))
  const submissions = await attempt('submissions', () => examineSubmissions(connection))
  const results = await attempt('results', () => examineResults(connection))
  const names = await attempt('names on certificates', () => examineNames(connection))
  const stamps = await attempt('stamps on certificates', () => examineStamps(connection))
  const keys = [key, passkeys, signingKey]
  return [
    server,
    ...pooler,
    migrations,
    clock,
    audit,
    contest,
    storedFiles,
    submissions,
    results,
    names,
    stamps,
    tasks,
    ...keys,
  ]
}

const examineAddress = ({ config: { publicUrl, host } }: Patient): Check => {
  if (!publicUrl)
    return warning('address', `PUBLIC_URL is not set: links in feeds and previews say localhost (listening on ${host})`)
  return publicUrl.protocol === 'https:'
    ? ok('address', publicUrl.origin)
    : warning('address', `${publicUrl.origin} is not https`)
}

const tryMail = 'try it with `portal send-test-mail`'

/** Without mail and SMS nobody can sign up or reset a password; the demo shows its codes to organisers instead. */
const examineMail = async ({ config, openDatabase }: Patient, isReady: boolean): Promise<Check> => {
  const { smtpUrl } = config
  if (smtpUrl) return ok('mail', `by ${smtpUrl.hostname} (SMTP_URL); ${tryMail}`)
  const encryption = createEncryption(config)
  const mail = isReady ? await findOfficeMail((await openDatabase()).connection.db, encryption) : undefined
  if (!mail)
    return warning('mail', 'set neither by SMTP_URL nor in the office (`/Admin/Setting`): mails wait in the outbox')
  if (mail.url) return ok('mail', `by ${mail.host} (set in the office); ${tryMail}`)
  const where = config.secretKey === undefined ? keyPath(config) : 'SECRET_KEY'
  return failed(
    'mail',
    `the password for ${mail.host} was encrypted with another key than ${where}: put that key back, or type the password again in the office (\`/Admin/Setting\`)`,
  )
}

const examineSms = ({ config: { sms } }: Patient): Check =>
  sms ? ok('SMS', `by ${sms.url.hostname}`) : warning('SMS', 'SMS_URL is not set: short messages wait in the outbox')

/** What is missing without each program. */
const programUses: Record<ProgramName, string> = {
  ffmpeg: 'films have a drawn cover instead of a still',
  pdftoppm: 'documents have a drawn cover instead of their first page',
  soffice: 'slides (PPTX) are not shown as pages, and have to be downloaded',
}

/** The site can do without them. */
const examinePrograms = async ({ config }: Patient): Promise<Check[]> => {
  const programs = await findPrograms(config.programs)
  return programNames.map((name) => ok(name, programs[name] ?? `not installed, or switched off: ${programUses[name]}`))
}

/** Whether files are scanned for malware, and what was found. */
const examineScans = async ({ config, openDatabase }: Patient, isReady: boolean): Promise<Check> => {
  const name = 'file scans'
  if (!config.clamd) return ok(name, 'off: files are not scanned for malware (CLAMD_URL)')
  const { createClamd } = await import('../adapters/scanner/clamd.ts')
  const engine = await createClamd(config.clamd).version().catch(reasonOf)
  const isAnswering = engine.startsWith('ClamAV')
  if (!isAnswering) return warning(name, `the scanner does not answer: ${engine}; new files are not scanned`)
  const { countScans } = await import('../features/scanning/service.ts')
  const counts = isReady ? await countScans((await openDatabase()).connection.db) : undefined
  return ok(name, `by ${engine}${counts ? `; ${counts.waiting} wait, ${counts.infected} infected` : ''}`)
}

/** Runs all possible checks, in the order of a start. */
export const examine = async (patient: Patient): Promise<Check[]> => {
  const pages = await examinePages()
  const dataFolder = await examineDataFolder(patient)
  const files = await attempt('files', () => examineFiles(patient))
  const database = await examineDatabase(patient)
  const isReady = database.some(({ name, state }) => name === 'migrations' && state === 'ok')
  return [
    ok('program', `Lectern ${version}, Node ${process.version}`),
    pages,
    dataFolder,
    files,
    ...(await examineBucketAccess(patient)),
    ...(await examineVersions(patient)),
    ...(await examinePrograms(patient)),
    ...database,
    examineAddress(patient),
    await attempt('mail', () => examineMail(patient, isReady)),
    examineSms(patient),
    await attempt('file scans', () => examineScans(patient, isReady)),
  ]
}
