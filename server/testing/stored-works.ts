import { createHash } from 'node:crypto'
import type { AccountId, EnrolmentId, FileId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkPart, WorkRules } from '@lectern/contract/works/work-rules.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { enrolment } from '../features/enrolments/tables.ts'
import { contentType } from '../features/files/content/content-kind.ts'
import { keyOf } from '../features/files/content/keys.ts'
import { file } from '../features/files/tables.ts'
import { team, teamMember } from '../features/teams/tables.ts'
import { work, workFile } from '../features/works/tables.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { createActivity, createEdition } from './contest.ts'
import type { TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'

const times = { createdAt: fixedNow, updatedAt: fixedNow }

export const partOf = (part: Partial<WorkPart> & Pick<WorkPart, 'id' | 'kind'>): WorkPart => ({
  label: { 'zh-CN': part.id, 'en-US': part.id },
  help: {},
  required: true,
  minFiles: 1,
  maxFiles: 20,
  types: [],
  maxMegabytes: 2_000,
  limits: {},
  forExperts: true,
  forPublic: false,
  ...part,
})

let works = 0

/** A draft of a team whose enrolment is approved, in an activity with these rules, written straight into the database. */
export const createStoredWork = async (
  site: TestSite,
  { person, rules, teamName = '粉笔小组' }: { person: TestPerson; rules: Partial<WorkRules>; teamName?: string },
) => {
  works += 1
  const editionId = await createEdition(site, { year: 1_900 + works, current: false })
  const workRules = { ...usualRules, ...rules }
  const activityId = await createActivity(site, editionId, { workRules })
  const [teamId, enrolmentId, workId] = [newId<TeamId>(fixedNow), newId<EnrolmentId>(fixedNow), newId<WorkId>(fixedNow)]
  const invite = { inviteCode: `W${works}`, inviteExpiresAt: fixedNow }
  await site.db.insert(team).values({ id: teamId, activityId, name: teamName, ...invite, ...times })
  const member = { teamId, accountId: person.id, activityId, role: 'captain' as const, position: 0 }
  await site.db.insert(teamMember).values({ ...member, joinedAt: fixedNow })
  const numbered = { number: `W-${works}`, sequence: works, submittedAt: fixedNow }
  await site.db
    .insert(enrolment)
    .values({ id: enrolmentId, activityId, teamId, state: 'approved', ...numbered, ...times })
  await site.db.insert(work).values({ id: workId, enrolmentId, teamId, activityId, state: 'draft', ...times })
  return { workId, teamId, activityId, rules: workRules }
}

interface StoredFile {
  workId: WorkId
  part: string
  name: string
  content: Buffer
  ownerId: AccountId
  position?: number
}

/** A file of a work, as it is when its last byte has arrived. */
export const storeWorkFile = async (
  ctx: Ctx,
  { workId, part, name, content, ownerId, position = 0 }: StoredFile,
): Promise<FileId> => {
  const id = newId<FileId>(fixedNow)
  const type = (await contentType('work', content.subarray(0, 1024 ** 2), name))!
  await ctx.installation.storage.put(keyOf({ purpose: 'work', id }), content)
  const sha256 = createHash('sha256').update(content).digest()
  const row = { id, ownerId, purpose: 'work' as const, name, type, size: content.length, sha256 }
  await ctx.db.insert(file).values({ ...row, state: 'stored', createdAt: fixedNow })
  await ctx.db.insert(workFile).values({ id, workId, part, position, begunAt: fixedNow, createdAt: fixedNow })
  return id
}
