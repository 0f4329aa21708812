import { megabyte } from '@lectern/contract/files/file-values.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkPart } from '@lectern/contract/works/work-rules.ts'
import { isEditableState, isFilePart } from '@lectern/contract/works/work-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileReader, TargetedUpload } from '../../../platform/feature.ts'
import { permit } from '../../../platform/policy.ts'
import { audit } from '../../audit/service.ts'
import { lockEditionRules } from '../../competition/service.ts'
import { actsForTeam, captainOf } from '../../enrolments/service.ts'
import { runningUploads } from '../../files/service.ts'
import { requireOnBehalf } from '../../steps/service.ts'
import { lockTeam } from '../../teams/service.ts'
import { activitiesOfWork, teamOfWork } from '../affected-activities.ts'
import { enqueueConfirmation, enqueueInspection } from '../checks/inspection-tasks.ts'
import { mayEdit, mayGoOnSending, type WorkView } from '../policy.ts'
import { sizeOf } from './problems.ts'
import { findWork, isFileOfOwnTeam, preparedFilesOf } from '../queries.ts'
import { redactionUploads } from '../blind/redaction.ts'
import { workFile } from '../tables.ts'
import { lockWork, lockWorkOf, requireWork } from '../work-view.ts'
import { noteChanges } from './drafts.ts'

const targetOf = ({ target }: TargetedUpload) => {
  const { work: id, part, replaces } = target
  if (!id || !part) throw fail('work.partNotFound')
  return { id: id as WorkId, part, replaces: replaces as FileId | undefined }
}

const partOf = ({ team }: Pick<WorkView, 'team'>, id: string) => {
  const part = team.activity.workRules.parts.find((one) => one.id === id)
  if (!part || !isFilePart(part.kind)) throw fail('work.partNotFound')
  return part
}

/** A file that is being added: it may take the place of another one. */
interface Added {
  size: number
  part: string
  replaces: string | undefined
}

/** Refuses files for which a part has no place, or the work no room. */
const requirePlaces = ({ files, team }: WorkView, part: WorkPart, added: readonly Added[]): void => {
  const replaced = files.filter((file) => added.some((one) => one.replaces === file.id && one.part === file.part))
  const isOfPart = (one: { part: string }): boolean => one.part === part.id
  const count = files.filter(isOfPart).length + added.filter(isOfPart).length - replaced.filter(isOfPart).length
  if (count > part.maxFiles)
    throw fail(added.filter(isOfPart).length > 1 ? 'work.placesTaken' : 'work.tooManyFiles', { most: part.maxFiles })
  const { maxTotalMegabytes } = team.activity.workRules
  const bytes = sizeOf(files) + sizeOf(added) - sizeOf(replaced)
  if (bytes > maxTotalMegabytes * megabyte) throw fail('work.noRoom', { limitMb: maxTotalMegabytes })
}

/** An upload that is started in time counts even if it arrives a little later; after the end none is started. */
const beginUpload = async (ctx: SignedIn, upload: TargetedUpload): Promise<void> => {
  const { id, part: partId, replaces } = targetOf(upload)
  await requireOnBehalf(ctx, { team: teamOfWork({ id }), activities: activitiesOfWork({ id }) })
  const view = await lockWork(ctx, id)
  permit(mayEdit(view, ctx.actor.id, ctx, { onBehalf: actsForTeam(view, ctx.actor) }))
  const part = partOf(view, partId)
  if (upload.size > part.maxMegabytes * megabyte) throw fail('file.tooLarge', { limitMb: part.maxMegabytes })
  // Uploads that are running keep their places: the work is locked, so that none begins meanwhile.
  const running = (await runningUploads(ctx, { work: id })).map(({ size, target }) => ({
    size,
    part: target?.['part'] ?? '',
    replaces: target?.['replaces'],
  }))
  requirePlaces(view, part, [...running, { size: upload.size, part: partId, replaces }])
}

/** Asked again for each few parts that a browser sends past the program. Nothing is locked: the file has to find its place in the end. */
const goOnSending = async (ctx: SignedIn, upload: TargetedUpload): Promise<void> => {
  const { id } = targetOf(upload)
  await requireOnBehalf(ctx, { team: teamOfWork({ id }), activities: activitiesOfWork({ id }) })
  const view = await requireWork(ctx, id)
  const who = { who: ctx.actor.id, begunAt: upload.begunAt }
  permit(mayGoOnSending(view, who, ctx, { onBehalf: actsForTeam(view, ctx.actor) }))
}

/** Locks the work without asking who is calling: the upload was permitted when it began. */
export const lockForUpload = async (ctx: Ctx, id: WorkId): Promise<WorkView | undefined> => {
  const row = await findWork(ctx.db, id)
  if (!row) return undefined
  await lockEditionRules(ctx.db, row.editionId, 'shared')
  return lockWorkOf(ctx, id, await lockTeam(ctx, row.teamId))
}

/** Puts a file into its part, in place of the one that it replaces. Returns whether the work could take it. */
export const addWorkFile = async (ctx: Ctx, upload: TargetedUpload): Promise<boolean> => {
  const { id, part, replaces } = targetOf(upload)
  const view = await lockForUpload(ctx, id)
  // Decided on or withdrawn meanwhile: the file is not needed, and the sweep deletes it.
  if (!view || !isEditableState(view.work.state)) return false
  // An upload that has paused may find its place taken.
  requirePlaces(view, partOf(view, part), [{ size: upload.size, part, replaces }])
  const own = view.files.filter((file) => file.part === part)
  const replaced = own.find((file) => file.id === replaces)
  const last = Math.max(-1, ...own.map(({ position }) => position!))
  if (replaced) await ctx.db.update(workFile).set({ position: null }).where(eq(workFile.id, replaced.id))
  await ctx.db.insert(workFile).values({
    id: upload.id,
    workId: id,
    part,
    position: replaced ? replaced.position : last + 1,
    begunAt: upload.begunAt,
    createdAt: ctx.now,
  })
  const isOfTeam = view.team.members.some(({ account }) => account.id === upload.ownerId)
  await audit(ctx, 'work.fileAdded', {
    subject: { kind: 'work', id },
    after: { part, name: upload.name, size: upload.size, ...(replaced && { replaces: replaced.name }) },
    personal: true,
    ...(!isOfTeam && { onBehalfOf: captainOf(view.team).id }),
  })
  await noteChanges(ctx, { ...view, files: await preparedFilesOf(ctx.db, [id]) })
  return true
}

/** Adds the file, and has it inspected and, if a browser has computed its hash, read. */
const finishUpload = async (ctx: Ctx, upload: TargetedUpload): Promise<void> => {
  if (!(await addWorkFile(ctx, upload))) return
  const arrived = { id: upload.id, name: upload.name, workId: targetOf(upload).id }
  await enqueueInspection(ctx, arrived)
  if (upload.isInParts) await enqueueConfirmation(ctx, arrived)
}

/** An organiser uploads a copy for experts. */
const isRedaction = ({ target }: TargetedUpload): boolean => target['redacts'] !== undefined

/** The team reads its own files. */
export const workFileReader: FileReader = {
  nameFor: async ({ db, actor }, file) =>
    actor.kind === 'account' && (await isFileOfOwnTeam(db, file.id, actor.id)) ? file.name : undefined,
  // A file that was taken out and never submitted is not needed any more.
  named: sql`
    select id from work_file
    where position is not null or exists (select from submission_file where file_id = work_file.id)
    union all
    select redacted_id as id from work_file where redacted_id is not null
    union all
    select copy_id as id from redaction_proposal where copy_id is not null
  `,
  uploads: {
    begin: (ctx, upload) => (isRedaction(upload) ? redactionUploads.begin(ctx, upload) : beginUpload(ctx, upload)),
    finish: (ctx, upload) => (isRedaction(upload) ? redactionUploads.finish(ctx, upload) : finishUpload(ctx, upload)),
    inParts: { isFor: (target) => target['redacts'] === undefined, goOn: goOnSending },
  },
}
