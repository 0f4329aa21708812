import { Readable } from 'node:stream'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { AppError } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { t } from '../../../platform/messages.ts'
import { momentText, zoneTime } from '../../../platform/moments.ts'
import { permit } from '../../../platform/policy.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { writeZip, type ZipEntry } from '../../../platform/zip/write-zip.ts'
import { audit } from '../../audit/service.ts'
import { stampBlindCopy } from '../../works/service.ts'
import type { FileStreams } from '../files/file-streams.ts'
import { requireOwnRound } from '../own-round.ts'
import { mayDownload } from '../policy.ts'
import { presentFiles } from '../present.ts'
import { filesOfWork, requireWorkTexts, type OwnRound } from '../queries.ts'
import { indexPage, workPage, type DownloadedWork, type LeftOutReason } from './download-pages.ts'
import { dealtWorks, openersOf, requireOwnName, type DealtWork } from './download-queries.ts'

/** Of everything else, films above all, only the desk shows something. */
const takenTypes = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp'])

const numberLength = 8

/** One archive that is being written. */
interface Download {
  own: OwnRound
  streams: FileStreams
  works: readonly DealtWork[]
  stamp: string
  modified: string
  signal: AbortSignal
}

const reasonOf = (error: unknown): LeftOutReason => {
  const name = error instanceof AppError ? error.error : undefined
  if (name === 'file.notReady' || name === 'file.notScanned') return 'notReady'
  if (name === 'file.notFound' || name === 'file.infected') return 'failed'
  throw error
}

type Opener = Parameters<typeof stampBlindCopy>[1]

/** Sent only as long as the assignment lasts, like every file at the desk. */
const openStamped = async (
  ctx: SignedIn,
  { streams, stamp, signal }: Download,
  { token }: DealtWork,
  file: Opener,
): Promise<Readable | LeftOutReason> => {
  try {
    const copy = await stampBlindCopy(ctx, file, { stamp, signal })
    if (!copy) return 'failed'
    const content = { size: copy.length, tag: '', open: async () => Readable.from([copy]) }
    return (await streams.watched({ token, sessionId: ctx.actor.sessionId }, content).open()) ?? 'failed'
  } catch (error) {
    return reasonOf(error)
  }
}

/** The folder of a work: its files, then its texts. */
const entriesOfWork = async function* (
  ctx: SignedIn,
  download: Download,
  work: DealtWork,
): AsyncGenerator<ZipEntry, DownloadedWork> {
  const { modified, stamp } = download
  const [texts, rows, openers] = await Promise.all([
    requireWorkTexts(ctx.db, work.entryId),
    filesOfWork(ctx.db, work.entryId),
    openersOf(ctx.db, work.entryId),
  ])
  const files: string[] = []
  const leftOut: DownloadedWork['leftOut'][number][] = []
  for (const { id } of texts.parts) {
    const ofPart = rows.filter(({ part }) => part === id)
    for (const { name, type, number } of presentFiles(work.token, ofPart)) {
      const content = takenTypes.has(type) ? await openStamped(ctx, download, work, openers.get(number)!) : 'online'
      if (typeof content === 'string') leftOut.push({ name, reason: content })
      else {
        files.push(name)
        yield { name: `${work.code}/${name}`, modified, content }
      }
    }
  }
  const downloaded: DownloadedWork = {
    code: work.code,
    title: texts.title,
    activity: localize(texts.activity, ctx.locale).text,
    summary: texts.summary,
    texts: texts.parts.flatMap(({ label, text }) =>
      text === null ? [] : [{ label: localize(label, ctx.locale).text, text }],
    ),
    files,
    leftOut,
  }
  const page = Buffer.from(workPage({ locale: ctx.locale, stamp }, downloaded))
  yield { name: `${work.code}/${work.code}.html`, modified, content: Readable.from([page]) }
  return downloaded
}

const everyEntry = async function* (ctx: SignedIn, download: Download): AsyncGenerator<ZipEntry> {
  const { own, works, stamp, modified, signal } = download
  const { round, reviewer } = own
  const downloaded: DownloadedWork[] = []
  for (const work of works) {
    signal.throwIfAborted()
    // Writing takes minutes: meanwhile the round may be paused, or a work be taken away.
    permit(mayDownload(await requireOwnRound(ctx, round.code), ctx))
    const standing = await dealtWorks(ctx.db, reviewer.id)
    if (standing.some(({ token }) => token === work.token)) downloaded.push(yield* entriesOfWork(ctx, download, work))
  }
  const { locale, installation } = ctx
  const index = indexPage({
    locale,
    title: localize(round.name, locale).text,
    stamp,
    works: downloaded,
    closes: round.closesAt
      ? t(locale, 'sheet.download.closes', { closesAt: momentText(round.closesAt, locale, round.timeZone) })
      : '',
    desk: `${installation.address}/Review?round=${round.code}`,
  })
  yield { name: 'index.html', modified, content: Readable.from([Buffer.from(index)]) }
}

/**
 * The documents of an expert's works for reading without a connection: the copies that the desk shows, each page with who
 * has taken it. The audit entry is written before the first byte is sent, and has the number that is on every page.
 */
export const downloadWorks = async (outer: SignedIn, streams: FileStreams, code: string): Promise<FileAnswer> => {
  const { own, works, downloadNumber, expert } = await inTransaction(outer, async (ctx) => {
    const ownRound = await requireOwnRound(ctx, code)
    permit(mayDownload(ownRound, ctx))
    const { round, reviewer } = ownRound
    const dealt = await dealtWorks(ctx.db, reviewer.id)
    const newNumber = randomLetters(numberLength)
    await audit(ctx, 'works.downloaded', {
      subject: { kind: 'round', id: round.id },
      after: { count: dealt.length, downloadNumber: newNumber },
    })
    return { own: ownRound, works: dealt, downloadNumber: newNumber, expert: await requireOwnName(ctx.db, reviewer.id) }
  })
  const { round } = own
  const modified = zoneTime(outer.now, round.timeZone)
  const stamp = [expert, downloadNumber, localize(round.name, outer.locale).text, modified].join(' · ')
  const stop = new AbortController()
  const download: Download = { own, streams, works, stamp, modified, signal: stop.signal }
  const body = streams.watchedArchive(outer.actor, writeZip(everyEntry(outer, download)))
  body.once('close', () => stop.abort())
  const name = t(outer.locale, 'sheet.download.name', { code, date: modified.slice(0, 10) })
  return { type: 'application/zip', name: `${name}.zip`, body }
}
