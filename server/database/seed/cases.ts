import type { AccountId, CaseId, ResultListId, TaskId, WorkId } from '@lectern/contract/ids.ts'
import { notifyDelayMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import {
  appointArbiter,
  askForStatement,
  decideAdmission,
  fileObjection,
  giveStatement,
  investigateCase,
  noteLook,
  ruleCase,
  writeToParty,
} from '../../features/cases/service.ts'
import { contestCase } from '../../features/cases/tables.ts'
import { putSeedFile } from '../../features/files/service.ts'
import { file } from '../../features/files/tables.ts'
import { runRanking } from '../../features/results/service.ts'
import { runTaskAtOnce } from '../../features/tasks/service.ts'
import { task } from '../../features/tasks/tables.ts'
import { team, teamMember } from '../../features/teams/tables.ts'
import { notifyWorkDecisions } from '../../features/works/service.ts'
import { work } from '../../features/works/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { writePdf } from './attachments/pdf.ts'
import { officeHour } from './dates.ts'
import type { SeedPerson } from './people.ts'
import { actingAs, type Scene } from './scene.ts'

/** An objection in results.json. People are usernames, the work is named by its team. */
export interface ListedCase {
  team: string
  objector: string
  text: string
  evidence: { name: string; lines: string[] }
  note: string
  substance: string
  statement: string
  answer: string
  ruling: string
}

/** Who objected would be erased by now; the demo keeps it, so that one can see a whole case. */
const retentionDays = 730

/** Both organisers decide on objections; each was appointed by the other. */
export const seedArbiters = async (scene: Scene, second: SeedPerson, at: Date): Promise<void> => {
  await appointArbiter(actingAs(scene, scene.organiser, at), second.id)
  await appointArbiter(actingAs(scene, second, at), scene.organiser.id)
}

const findWork = async ({ db }: Scene, name: string): Promise<{ id: WorkId; captain: AccountId }> => {
  const [row] = await db
    .select({ id: work.id, captain: teamMember.accountId })
    .from(work)
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(teamMember, and(eq(teamMember.teamId, team.id), eq(teamMember.role, 'captain')))
    .where(eq(team.name, name))
  return row!
}

const storeEvidence = async (ctx: SignedIn, { name, lines }: ListedCase['evidence']) => {
  const content = writePdf(lines.join('\n'))
  const seedFile = { purpose: 'evidence', name, content, ownerId: ctx.actor.id, now: ctx.now } as const
  const row = await putSeedFile(ctx.installation.storage, seedFile)
  await ctx.db.insert(file).values(row)
  return row.id
}

/** The list that follows from a ruling, and the notices about the work. */
const carryOn = async (ctx: SignedIn): Promise<void> => {
  const [queued] = await ctx.db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.kind, 'rank'), eq(task.state, 'waiting')))
  await runTaskAtOnce(ctx, queued!.id satisfies TaskId, runRanking)
  await notifyWorkDecisions({ ...ctx, now: new Date(ctx.now.getTime() + notifyDelayMilliseconds) })
}

/** An objection to a list, from its receipt to the list that the ruling leads to. It takes six days. */
export const seedUpheldObjection = async (
  base: Scene,
  listed: ListedCase,
  { list, arbiter, firstDay, now }: { list: ResultListId; arbiter: SeedPerson; firstDay: number; now: Date },
): Promise<void> => {
  const { installation } = base
  const office = { ...installation.office, caseRetentionDays: retentionDays }
  const scene: Scene = { ...base, installation: { ...installation, office } }
  const as = (person: SeedPerson, day: number, position: number): SignedIn =>
    actingAs(scene, person, officeHour(firstDay + day, position, now))
  const seedWork = await findWork(scene, listed.team)
  const captain = scene.people.find(({ id }) => id === seedWork.captain)!
  const objector = scene.people.find(({ username }) => username === listed.objector)!

  const filing = as(objector, 0, 3)
  const evidence = [await storeEvidence(filing, listed.evidence)]
  const { id } = await fileObjection(filing, { list, work: seedWork.id, text: listed.text, evidence }, undefined)
  const versionOf = async (of: CaseId): Promise<number> => {
    const [row] = await scene.db
      .select({ version: contestCase.version })
      .from(contestCase)
      .where(eq(contestCase.id, of))
    return row!.version
  }
  const judging = (day: number, position: number): SignedIn => as(arbiter, day, position)

  await noteLook(judging(1, 1), id)
  await decideAdmission(judging(1, 2), id, { version: await versionOf(id), isAdmitted: true })
  await investigateCase(judging(1, 3), id, await versionOf(id))
  await writeToParty(judging(1, 4), id, { thread: 'objector', text: listed.answer }, undefined)
  await writeToParty(judging(2, 2), id, { thread: 'note', text: listed.note }, undefined)
  await askForStatement(judging(2, 3), id, { version: await versionOf(id), substance: listed.substance })
  await giveStatement(as(captain, 4, 5), id, { text: listed.statement, evidence: [] }, undefined)
  await noteLook(judging(5, 5), id)
  await ruleCase(judging(5, 6), id, {
    version: await versionOf(id),
    isUpheld: true,
    text: listed.ruling,
    effect: { kind: 'disqualify' },
  })
  await carryOn(judging(5, 7))
}
