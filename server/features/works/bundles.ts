import type { Readable } from 'node:stream'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/failure.ts'
import type { TaskRun, TaskRunner } from '../../platform/feature.ts'
import { t } from '../../platform/messages.ts'
import { zoneTime } from '../../platform/moments.ts'
import { safeFileName, safeName, uniqueNames } from '../../platform/zip/safe-names.ts'
import { missingEntry } from '../../platform/zip/missing-entry.ts'
import { writeZip, type ZipEntry } from '../../platform/zip/write-zip.ts'
import { generateFile, openFile } from '../files/service.ts'
import { setTaskFile } from '../tasks/service.ts'
import { openBlindCopy } from './blind-copies.ts'
import {
  findBundled,
  findBundleTask,
  measureBundle,
  standingWorks,
  submittedFiles,
  type BundledActivity,
  type StandingWork,
} from './bundle-queries.ts'

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

/** `plan-1.pdf`, the copy that experts get. */
const openBlind = async (ctx: Ctx, { id: workId }: StandingWork, file: Submitted): Promise<Placed> => {
  const stem = safeName(`${file.part}-${file.position + 1}`)
  try {
    const copy = await openBlindCopy(ctx, { workId, id: file.id })
    const ending = /\.[a-z\d]+$/.exec(copy.name)?.[0] ?? ''
    return { path: `${stem}${ending}`, content: await copy.open() }
  } catch (error) {
    // No copy can be made that names nobody.
    if (error instanceof AppError && error.error === 'file.notFound') return { path: stem, content: undefined }
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
  missing: string[],
): AsyncGenerator<ZipEntry> {
  const folder = folderOf(work, bundle)
  const modified = zoneTime(work.submittedAt, bundle.activity.timeZone)
  const uniqueName = uniqueNames()
  for (const file of await submittedFiles(ctx.db, work)) {
    if (bundle.blind && !isForExperts(bundle, file)) continue
    const { path, content } = bundle.blind ? await openBlind(ctx, work, file) : await openPlain(ctx, bundle, file)
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
    yield* entriesOf(ctx, bundle, work, missing)
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
  const asked = await findBundleTask(ctx.db, id)
  const activity = await findBundled(ctx.db, input['activity'] as ActivityId)
  if (!asked?.startedBy || asked.fileId || !activity) return
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
      ownerId: asked.startedBy,
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
