import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import type { TaskRun, TaskRunner } from '../../../platform/feature.ts'
import { t } from '../../../platform/messages.ts'
import { zoneTime } from '../../../platform/moments.ts'
import { safeFileName, safeName, uniqueNames } from '../../../platform/zip/safe-names.ts'
import { missingEntry } from '../../../platform/zip/missing-entry.ts'
import { writeZip, type ZipEntry } from '../../../platform/zip/write-zip.ts'
import { generateFile, openFile } from '../../files/service.ts'
import { setTaskFile } from '../../tasks/service.ts'
import { openBlindCopy, type BlindContent, type BlindFile } from '../blind/blind-copies.ts'
import {
  findBundled,
  findBundleTask,
  measureBundle,
  standingWorks,
  submittedFiles,
  type BundledActivity,
  type StandingWork,
} from './bundle-queries.ts'
import { isBeingInspected } from '../checks/inspection-tasks.ts'

interface Bundle {
  activity: BundledActivity
  blind: boolean
  locale: Locale
}

type Submitted = Awaited<ReturnType<typeof submittedFiles>>[number]

/** A file within the folder of its work. */
interface Placed {
  path: string
  /** Undefined: it cannot be read. */
  content: Readable | undefined
}

/** `Lesson plan/plan.pdf`, as the team has named it. */
const openPlain = async (ctx: Ctx, { activity, locale }: Bundle, file: Submitted): Promise<Placed> => {
  const part = activity.rules.parts.find(({ id }) => id === file.part)
  const folder = safeName(part ? localize(part.label, locale).text : file.part)
  return {
    path: `${folder}/${safeFileName(file.name)}`,
    content: await openFile(ctx, { purpose: 'work', id: file.id }),
  }
}

const waitMilliseconds = 1_000

/** A copy that is being made is waited for. */
const openWhenReady = async (ctx: Ctx, asked: BlindFile, signal: AbortSignal): Promise<BlindContent> => {
  for (let isLast = false; ;) {
    try {
      return await openBlindCopy(ctx, asked)
    } catch (error) {
      const isPending = error instanceof AppError && error.error === 'file.notReady'
      if (!isPending || isLast) throw error
    }
    isLast = !(await isBeingInspected(ctx.db, asked.id))
    if (!isLast) await sleep(waitMilliseconds, undefined, { signal })
  }
}

const leftOut: ReadonlySet<string> = new Set(['file.notFound', 'file.infected', 'file.notScanned'])

/** `plan-1.pdf`, the copy that experts get. */
const openBlind = async (
  ctx: Ctx,
  { id: workId }: StandingWork,
  file: Submitted,
  signal: AbortSignal,
): Promise<Placed> => {
  const stem = safeName(`${file.part}-${file.position + 1}`)
  try {
    const copy = await openWhenReady(ctx, { workId, id: file.id }, signal)
    const ending = /\.[a-z\d]+$/.exec(copy.name)?.[0] ?? ''
    return { path: `${stem}${ending}`, content: await copy.open() }
  } catch (error) {
    // No copy can be made that names nobody, or nobody may have it.
    if (error instanceof AppError && leftOut.has(error.error)) return { path: stem, content: undefined }
    throw error
  }
}

/** Neither team nor school can be told from the folder of a blind copy. */
const folderOf = ({ number, team }: StandingWork, { blind }: Bundle): string =>
  safeName(blind ? number : `${number}_${team}`)

const isForExperts = ({ activity }: Bundle, { part }: Submitted): boolean =>
  activity.rules.parts.find(({ id }) => id === part)?.forExperts ?? false

const entriesOf = async function* (
  ctx: Ctx,
  bundle: Bundle,
  work: StandingWork,
  { missing, signal }: { missing: string[]; signal: AbortSignal },
): AsyncGenerator<ZipEntry> {
  const folder = folderOf(work, bundle)
  const modified = zoneTime(work.submittedAt, bundle.activity.timeZone)
  const uniqueName = uniqueNames()
  for (const file of await submittedFiles(ctx.db, work)) {
    if (bundle.blind && !isForExperts(bundle, file)) continue
    const { path, content } = bundle.blind
      ? await openBlind(ctx, work, file, signal)
      : await openPlain(ctx, bundle, file)
    if (content) yield { name: `${folder}/${uniqueName(path)}`, modified, content }
    else missing.push(`${folder}/${path}`)
  }
}

const everyEntry = async function* (
  ctx: Ctx,
  bundle: Bundle,
  works: readonly StandingWork[],
  { signal, progress }: TaskRun,
): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for (const [index, work] of works.entries()) {
    signal.throwIfAborted()
    await progress(index, works.length)
    yield* entriesOf(ctx, bundle, work, { missing, signal })
  }
  if (missing.length > 0) yield missingEntry(missing, zoneTime(ctx.now, bundle.activity.timeZone))
}

/** Ends as soon as the task is cancelled, in the middle of a file too. */
const untilAborted = async function* (archive: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of archive as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    yield piece
  }
}

/** Nobody waits for an archive of nothing. */
export const requireBundledFiles = async (
  ctx: Ctx,
  { activity: id, blind }: { activity: ActivityId; blind: boolean },
): Promise<void> => {
  const { parts } = (await findBundled(ctx.db, id))!.rules
  const forExperts = parts.filter((part) => part.forExperts).map((part) => part.id)
  const { files } = await measureBundle(ctx.db, await standingWorks(ctx.db, id), blind ? forExperts : undefined)
  if (files === 0) throw fail('work.nothingToBundle')
}

/** Headers and directory of an archive, at most. */
const bytesPerFile = 2_048
const bytesBesides = 1_000_000
/** Uncompressed blocks have heads. */
const growth = 1.001

/**
 * The task `bundle`: the submitted files of an activity as one archive. It may be repeated: an archive that is not
 * complete is never seen, and one that is complete is not made again.
 */
export const runBundle: TaskRunner = async (ctx, run) => {
  const { id, input, signal, progress } = run
  const bundleTask = await findBundleTask(ctx.db, id)
  const activity = await findBundled(ctx.db, input['activity'] as ActivityId)
  if (!bundleTask?.startedBy || bundleTask.fileId || !activity) return
  const bundle: Bundle = { activity, blind: input['blind'] === true, locale: input['locale'] as Locale }
  const works = await standingWorks(ctx.db, activity.id)
  const { files, bytes } = await measureBundle(ctx.db, works)
  const date = zoneTime(ctx.now, activity.timeZone).slice(0, 10)
  const title = bundle.blind ? 'sheet.works.blindBundleName' : 'sheet.works.bundleName'
  await generateFile(
    ctx,
    {
      purpose: 'bundle',
      name: `${t(bundle.locale, title, { code: activity.code, date })}.zip`,
      type: 'application/zip',
      ownerId: bundleTask.startedBy,
      maxBytes: Math.ceil(bytes * growth) + files * bytesPerFile + bytesBesides,
      writer: `task ${id}`,
      pieces: untilAborted(writeZip(everyEntry(ctx, bundle, works, run)), signal),
    },
    async (inner, fileId) => {
      signal.throwIfAborted()
      await setTaskFile(inner, id, fileId)
    },
  )
  await progress(works.length, works.length)
}
