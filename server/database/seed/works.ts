import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { notifyDelayMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { WorkId } from '@lectern/contract/ids.ts'
import { enrolment } from '../../features/enrolments/tables.ts'
import { putSeedFile } from '../../features/files/service.ts'
import { file } from '../../features/files/tables.ts'
import { team, teamMember } from '../../features/teams/tables.ts'
import {
  addWorkFile,
  blankWords,
  decideWorks,
  inspectFile,
  notifyWorkDecisions,
  requireWork,
  saveWork,
  startWork,
  submitWork,
  withdrawWork,
} from '../../features/works/service.ts'
import { leak } from '../../features/works/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, isNull } from '../../platform/database/drizzle.ts'
import { writePdf } from './attachments/pdf.ts'
import { writePptx } from './attachments/pptx.ts'
import { officeHour } from './dates.ts'
import { readList } from './lists.ts'
import { actingAs, type Scene } from './scene.ts'

/** What a team hands in. */
interface Content {
  title: string
  summary: string
  innovation: string
  /** Lines of the lesson plan. */
  plan: string[]
  /** The text of each slide. */
  slides: string[]
}

type Step = 'prepared' | 'submitted' | 'changed' | 'blanked' | 'accepted' | 'returned' | 'disqualified' | 'withdrawn'

/** One of works.json. Days are counted from today. */
interface ListedWork extends Content {
  team: string
  /** Longer than the rules allow. */
  film?: 'long'
  steps: [step: Step, day: number, reason?: string][]
  /** What is changed after a submission. */
  changes?: Partial<Content>
}

const films = { usual: 'lesson-to-entry.mp4', long: 'eleven-minutes.mp4' }

const readFilm = (name: keyof typeof films): Promise<Buffer> =>
  readFile(join(import.meta.dirname, 'media', films[name]))

/** A file of a part, as the team names it. */
interface PartFile {
  part: string
  name: string
  content: Buffer
}

const planOf = (lines: readonly string[]): PartFile => ({
  part: 'plan',
  name: '教学设计.pdf',
  content: writePdf(lines.join('\n')),
})

const slidesOf = (slides: readonly string[]): PartFile => ({
  part: 'slides',
  name: '课件.pptx',
  content: writePptx(slides),
})

const upload = async (ctx: SignedIn, id: WorkId, { part, ...content }: PartFile): Promise<void> => {
  const row = await putSeedFile(ctx.installation.storage, {
    ...content,
    purpose: 'work',
    ownerId: ctx.actor.id,
    now: ctx.now,
  })
  await ctx.db.insert(file).values(row)
  const { files } = await requireWork(ctx, id)
  const replaced = files.find((one) => one.part === part)
  const target = { work: id, part, ...(replaced && { replaces: replaced.id }) }
  await addWorkFile(ctx, { ...row, target, begunAt: ctx.now })
  await inspectFile(ctx, row.id, { isTrusted: true })
}

const type = async (ctx: SignedIn, id: WorkId, { title, summary, innovation }: Content): Promise<void> => {
  const { work, team: view } = await requireWork(ctx, id)
  const agreed = view.activity.workRules.declarations.map((declaration) => declaration.id)
  // Without names of their own, everybody is named as in their profile.
  await saveWork(ctx, id, { version: work.version, title, summary, values: { innovation }, names: [], agreed })
}

const prepare = async (ctx: SignedIn, id: WorkId, listed: ListedWork): Promise<void> => {
  await type(ctx, id, listed)
  await upload(ctx, id, { part: 'film', name: '教学视频.mp4', content: await readFilm(listed.film ?? 'usual') })
  await upload(ctx, id, planOf(listed.plan))
  await upload(ctx, id, slidesOf(listed.slides))
}

const change = async (ctx: SignedIn, id: WorkId, listed: ListedWork): Promise<void> => {
  await type(ctx, id, { ...listed, ...listed.changes })
  if (listed.changes?.slides) await upload(ctx, id, slidesOf(listed.changes.slides))
}

/** The organiser blanks what the texts tell of the team: experts do not read it. */
const blankNames = async (ctx: SignedIn, id: WorkId): Promise<void> => {
  const rows = await ctx.db
    .select({ id: leak.id })
    .from(leak)
    .where(and(eq(leak.workId, id), isNull(leak.fileId)))
  const ids = rows.map((row) => row.id)
  await blankWords(ctx, id, ids)
}

const takeStep = async (
  scene: Scene,
  ctx: SignedIn,
  id: WorkId,
  listed: ListedWork,
  [step, , reason]: ListedWork['steps'][number],
): Promise<void> => {
  const { work, files } = await requireWork(ctx, id)
  const version = work.version
  switch (step) {
    case 'prepared':
      return
    case 'changed':
      return change(ctx, id, listed)
    case 'submitted':
      await submitWork(ctx, id, { version, files: files.map((one) => one.id) }, undefined)
      return
    case 'blanked':
      return blankNames(actingAs(scene, scene.organiser, ctx.now), id)
    case 'withdrawn':
      await withdrawWork(ctx, id, { version, reason }, undefined)
      return
    default: {
      const deciding = actingAs(scene, scene.organiser, ctx.now)
      await decideWorks(deciding, { works: [{ id, version }], decision: step, reason }, undefined)
      await notifyWorkDecisions({ ...deciding, now: new Date(ctx.now.getTime() + notifyDelayMilliseconds) })
    }
  }
}

const findTeam = async (db: Database, name: string) => {
  const [row] = await db
    .select({ enrolmentId: enrolment.id, captain: teamMember.accountId })
    .from(team)
    .innerJoin(enrolment, eq(enrolment.teamId, team.id))
    .innerJoin(teamMember, and(eq(teamMember.teamId, team.id), eq(teamMember.role, 'captain')))
    .where(eq(team.name, name))
  return row!
}

/** Before the first step, the team prepares its work. */
const preparingMilliseconds = 40 * 60_000

/** Works in every state, made by the same steps as those of real teams. */
export const seedWorks = async (scene: Scene, now: Date): Promise<void> => {
  for (const [position, listed] of (await readList<ListedWork>('works/works.json')).entries()) {
    scene.signal?.throwIfAborted()
    const { enrolmentId, captain: captainId } = await findTeam(scene.db, listed.team)
    const captain = scene.people.find((person) => person.id === captainId)!
    const first = officeHour(listed.steps[0]![1], position, now)
    const preparing = actingAs(scene, captain, new Date(first.getTime() - preparingMilliseconds))
    const { work } = await startWork(preparing, enrolmentId, undefined)
    await prepare(preparing, work.id, listed)
    for (const step of listed.steps) {
      const at = officeHour(step[1], position, now)
      await takeStep(scene, actingAs(scene, captain, at), work.id, listed, step)
    }
  }
}
