import { createHash } from 'node:crypto'
import type { FileFacts } from '@lectern/contract/file-findings.ts'
import type {
  AccountId,
  ActivityId,
  AssignmentId,
  DocumentId,
  EditionId,
  EnrolmentId,
  EntryId,
  PanelId,
  ReviewerId,
  RoundId,
  TeamId,
  WorkId,
} from '@lectern/contract/ids.ts'
import { licenceDeclaration } from '@lectern/contract/result-values.ts'
import { entryCodeLength, roundCodeLength, type RoundState } from '@lectern/contract/review-values.ts'
import type { RoundRules } from '@lectern/contract/round-rules.ts'
import type { TeamRole } from '@lectern/contract/team-values.ts'
import type { WorkPart } from '@lectern/contract/work-rules.ts'
import { decideWorks } from '@lectern/contract/work-office.ts'
import { document } from '../features/documents/tables.ts'
import { enrolment } from '../features/enrolments/tables.ts'
import { freezeRound } from '../features/rounds/frozen.ts'
import { newCode, newToken } from '../features/rounds/service.ts'
import { assignment, entry, panel, reviewer, round, roundActivity } from '../features/rounds/tables.ts'
import { team, teamMember } from '../features/teams/tables.ts'
import { hashManifest, writeManifest, type ManifestFacts } from '../features/works/manifest.ts'
import { submission, work } from '../features/works/tables.ts'
import { newId } from '../platform/ids.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from './contest.ts'
import { pdfSample } from './document-samples.ts'
import { createPerson, english, type TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'
import { storeWorkFile } from './stored-works.ts'
import { createApprovedTeam, createWorkActivity, testRules, workerOf } from './works.ts'

const times = { createdAt: fixedNow, updatedAt: fixedNow }
const said = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })

/** Two criteria, 60 and 40 points, in whole points; a pool of two experts for each work. */
export const testRoundRules: RoundRules = {
  kind: 'scored',
  mode: 'pool',
  criteria: [
    {
      id: 'design',
      label: said('教学设计', 'Design'),
      help: said('目标清楚，过程完整。', 'Clear goals, a complete lesson.'),
      max: 6_000,
      levels: [
        { label: said('优', 'Excellent'), from: 5_000, to: 6_000 },
        { label: said('一般', 'Fair'), from: 0, to: 4_900 },
      ],
    },
    { id: 'effect', label: said('教学效果', 'Effect'), help: {}, max: 4_000, levels: [] },
  ],
  step: 100,
  expertsPerWork: 2,
  maxWorks: 30,
  aggregate: 'mean',
  ties: [{ kind: 'criterion', id: 'design' }, { kind: 'median' }],
  discrepancy: 1_500,
  goesOn: { kind: 'none' },
  weight: 1_000,
  practice: false,
}

/** An account that may be invited as an expert. */
export const createExpert = (site: TestSite, values: Parameters<typeof createPerson>[1] = {}): Promise<TestPerson> =>
  createKnownTeacher(site, { access: 'expert', realName: '陈评', school: '云泽师范大学', ...values })

/** A work with a file, handed in and accepted over HTTP. The file must be readable: a task may inspect it first. */
export const acceptWork = async (
  site: TestSite,
  activityId: ActivityId,
  organiser: TestPerson,
  { title = '空间与图形', content }: { title?: string; content?: Buffer } = {},
) => {
  const { captain, team: made, enrolmentId, number } = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  await worker.upload(id, 'plan', content ?? (await pdfSample(1)))
  await worker.fill(id, { title })
  const sent = (await worker.submit(id)).data
  const works = [{ id, version: sent.version }]
  await site.ask(decideWorks, { headers: english(organiser), body: { works, decision: 'accepted' } })
  return { workId: id, teamId: made.id, enrolmentId, number, captain }
}

let stored = 0

interface AcceptedWork {
  captain?: TestPerson
  title?: string
  teamName?: string
  school?: string
  province?: string
  /** The parts of the activity; default: a text, and no file. */
  parts?: readonly WorkPart[]
  files?: readonly { part: string; name: string; content: Buffer; type: string; probe?: FileFacts }[]
  /** The team allows to publish the work. */
  isLicensed?: boolean
  /** Of the captain, as certificates and results name them; absent: nobody is named. */
  realName?: string
  names?: readonly { role: TeamRole; name: string }[]
}

/** An accepted work, written straight into the database. */
export const storeAcceptedWork = async (
  site: TestSite,
  activityId: ActivityId,
  {
    captain,
    title,
    teamName = '粉笔小组',
    school = '江州一中',
    province = '110000',
    realName,
    parts = testRules.parts,
    files = [],
    isLicensed = false,
    names = realName === undefined ? [] : [{ role: 'captain', name: realName }],
  }: AcceptedWork = {},
) => {
  stored += 1
  const person = captain ?? (await createKnownTeacher(site, { school, province }))
  const [teamId, enrolmentId, workId] = [newId<TeamId>(fixedNow), newId<EnrolmentId>(fixedNow), newId<WorkId>(fixedNow)]
  const number = `2026-R-${String(stored).padStart(4, '0')}`
  const name = { 'zh-CN': '课程创新', 'en-US': 'Course Innovation' }
  const shownTitle = title ?? `作品 ${stored}`
  await site.db
    .insert(team)
    .values({ id: teamId, activityId, name: teamName, inviteCode: `R${stored}`, inviteExpiresAt: fixedNow, ...times })
  await site.db
    .insert(teamMember)
    .values({ teamId, accountId: person.id, activityId, role: 'captain', position: 0, joinedAt: fixedNow })
  await site.db.insert(enrolment).values({
    id: enrolmentId,
    activityId,
    teamId,
    state: 'approved',
    number,
    sequence: stored,
    submittedAt: fixedNow,
    province,
    school,
    ...times,
  })
  const sent = { submission: 1, submittedAt: fixedNow }
  await site.db
    .insert(work)
    .values({ id: workId, enrolmentId, teamId, activityId, state: 'accepted', title: shownTitle, ...sent, ...times })
  const handedIn: { part: string; file: ManifestFacts['parts'][number]['files'][number] }[] = []
  for (const [position, { part, name: fileName, content, type, probe }] of files.entries()) {
    const given = { workId, part, name: fileName, content, ownerId: person.id, position }
    const id = await storeWorkFile(site.asProgram(), given)
    const sha256 = createHash('sha256').update(content).digest('hex')
    handedIn.push({ part, file: { id, name: fileName, size: content.length, sha256, type, facts: probe ?? null } })
  }
  const manifest = writeManifest({
    workId,
    number: 1,
    submittedAt: fixedNow,
    timeZone: 'Asia/Shanghai',
    enrolmentNumber: number,
    activity: { code: 'R', name },
    team: teamName,
    title: shownTitle,
    summary: '一节课',
    parts: parts.map(({ id, kind, label }) => ({
      id,
      kind,
      label,
      text: kind === 'text' ? '一个想法' : null,
      files: handedIn.filter(({ part }) => part === id).map(({ file }) => file),
    })),
    rulesHash: '0'.repeat(64),
    declarations: isLicensed
      ? [{ id: licenceDeclaration, text: said('同意展示。', 'May be shown.'), hash: '0'.repeat(64) }]
      : [],
    names: names.map(({ role, name: who }) => ({ uid: person.id, role, name: who })),
    previousHash: null,
  })
  await site.db.insert(submission).values({
    workId,
    number: 1,
    submittedAt: fixedNow,
    submittedBy: person.id,
    isLate: false,
    manifest,
    hash: hashManifest(manifest),
    previousHash: null,
    signature: Buffer.alloc(64),
    keyId: 'test',
  })
  return { workId, teamId, enrolmentId, number, captain: person }
}

interface StoredRound {
  editionId: EditionId
  activityIds: readonly ActivityId[]
  state?: RoundState
  rules?: Partial<RoundRules>
  previousId?: RoundId
  opensAt?: Date | null
  closesAt?: Date | null
}

/** The first version of what experts promise. */
const storePledge = async (site: TestSite): Promise<void> => {
  const text = said('保密与回避承诺', 'Pledge')
  const row = { id: newId<DocumentId>(fixedNow), name: 'pledge', version: 1, title: text, body: text } as const
  await site.db
    .insert(document)
    .values({ ...row, publishedAt: fixedNow })
    .onConflictDoNothing()
}

/** A round without works and experts, open for ten days around the fixed time, written straight into the database. */
export const storeRound = async (
  site: TestSite,
  { editionId, activityIds, state = 'draft', rules: changes = {}, previousId, ...window }: StoredRound,
) => {
  const [id, code] = [newId<RoundId>(fixedNow), newCode(roundCodeLength)]
  const rules = { ...testRoundRules, ...changes }
  await storePledge(site)
  await site.db.insert(round).values({
    id,
    code,
    editionId,
    previousId: previousId ?? null,
    state: 'draft',
    name: said('初评', 'First round'),
    rules,
    opensAt: daysFromNoon(-5),
    closesAt: daysFromNoon(5),
    ...window,
    ...times,
  })
  await site.db.insert(roundActivity).values(activityIds.map((activityId) => ({ roundId: id, activityId })))
  if (state !== 'draft') await moveStoredRound(site, id, state)
  return { id, code, rules }
}

/** Puts a round into a state; its rules are frozen if it was opened. */
export const moveStoredRound = async (site: TestSite, id: RoundId, state: RoundState): Promise<void> => {
  const { rows } = await site.pool.query<{
    code: string
    editionId: EditionId
    previousId: RoundId | null
    rules: RoundRules
    activities: { id: ActivityId; code: string }[]
  }>(
    `select code, edition_id as "editionId", previous_id as "previousId", rules, (
      select jsonb_agg(jsonb_build_object('id', activity.id, 'code', activity.code))
      from round_activity join activity on activity.id = activity_id where round_id = round.id
    ) as activities from round where id = $1`,
    [id],
  )
  const { frozen, frozenHash } = freezeRound(rows[0]!)
  const isOpened = state !== 'draft' && state !== 'planned'
  await site.pool.query(
    `update round set state = $2,
      frozen = case when $3 then coalesce(frozen, $4) end, frozen_hash = case when $3 then coalesce(frozen_hash, $5) end,
      opened_at = case when $3 then $6::timestamptz end,
      closed_at = case when $2 in ('closed', 'settled') then $6::timestamptz end,
      settled_at = case when $2 = 'settled' then $6::timestamptz end
    where id = $1`,
    [id, state, isOpened, frozen, frozenHash, fixedNow],
  )
}

/** Takes a work into a round. */
export const storeEntry = async (site: TestSite, roundId: RoundId, workId: WorkId, panelId?: PanelId) => {
  const [id, code] = [newId<EntryId>(fixedNow), newCode(entryCodeLength)]
  await site.db.insert(entry).values({ id, roundId, workId, submission: 1, code, panelId: panelId ?? null })
  return { id, code, workId }
}

/** An expert in a round who has accepted, signed the pledge and practised. */
export const storeReviewer = async (
  site: TestSite,
  roundId: RoundId,
  accountId: AccountId,
  changes: Partial<typeof reviewer.$inferInsert> = {},
): Promise<ReviewerId> => {
  const id = newId<ReviewerId>(fixedNow)
  await site.db.insert(reviewer).values({
    id,
    roundId,
    accountId,
    state: 'accepted',
    institution: '云泽师范大学',
    maxWorks: 30,
    invitedAt: fixedNow,
    answeredAt: fixedNow,
    pledge: 1,
    pledgedAt: fixedNow,
    practisedAt: fixedNow,
    ...changes,
  })
  return id
}

export const storePanel = async (site: TestSite, roundId: RoundId, position = 0): Promise<PanelId> => {
  const id = newId<PanelId>(fixedNow)
  await site.db.insert(panel).values({ id, roundId, name: `第 ${position + 1} 组`, position })
  return id
}

let assignments = 0

export const storeAssignment = async (
  site: TestSite,
  roundId: RoundId,
  entryId: EntryId,
  reviewerId: ReviewerId,
  changes: Partial<typeof assignment.$inferInsert> = {},
) => {
  assignments += 1
  const row = { id: newId<AssignmentId>(fixedNow), token: newToken() }
  await site.db.insert(assignment).values({
    ...row,
    roundId,
    entryId,
    reviewerId,
    state: 'open',
    position: assignments,
    assignedAt: fixedNow,
    ...changes,
  })
  return { ...row, entryId, reviewerId }
}

interface TestRound {
  works?: number
  experts?: number
  rules?: Partial<RoundRules>
  state?: RoundState
  /** Works with files, handed in over HTTP. */
  withFiles?: boolean
  /** Where there are some already. */
  editionId?: EditionId
  activityId?: ActivityId
  organiser?: TestPerson
}

/**
 * A round with works, experts and assignments. In a pool each work gets its number of experts in turn; in panel mode there is one panel
 * whose first expert is the chair.
 */
export const openRound = async (
  site: TestSite,
  { works = 3, experts = 3, rules = {}, state = 'open', withFiles = false, ...given }: TestRound = {},
) => {
  const editionId = given.editionId ?? (await createEdition(site))
  const activityId = given.activityId ?? (await createWorkActivity(site, editionId))
  const organiser = given.organiser ?? (await createPerson(site, { access: 'admin' }))
  const { id: roundId, code, rules: allRules } = await storeRound(site, { editionId, activityIds: [activityId], rules })
  const panelId = allRules.mode === 'panel' ? await storePanel(site, roundId) : undefined
  const people: { person: TestPerson; reviewerId: ReviewerId }[] = []
  for (let index = 0; index < experts; index += 1) {
    const person = await createExpert(site)
    const place = panelId && { panelId, isChair: index === 0 }
    people.push({ person, reviewerId: await storeReviewer(site, roundId, person.id, place) })
  }
  const entries: (Awaited<ReturnType<typeof storeAcceptedWork>> & { entryId: EntryId; code: string })[] = []
  const dealt: Awaited<ReturnType<typeof storeAssignment>>[] = []
  for (let index = 0; index < works; index += 1) {
    const made = withFiles ? await acceptWork(site, activityId, organiser) : await storeAcceptedWork(site, activityId)
    const { id: entryId, code: entryCode } = await storeEntry(site, roundId, made.workId, panelId)
    entries.push({ ...made, entryId, code: entryCode })
    const isPool = panelId === undefined
    const judging = isPool ? Math.min(allRules.expertsPerWork, experts) : experts
    for (let turn = 0; turn < judging; turn += 1) {
      const { reviewerId } = people[(isPool ? index + turn : turn) % experts]!
      dealt.push(await storeAssignment(site, roundId, entryId, reviewerId))
    }
  }
  if (state !== 'draft') await moveStoredRound(site, roundId, state)
  return {
    editionId,
    activityId,
    organiser,
    roundId,
    code,
    rules: allRules,
    panelId,
    works: entries,
    experts: people,
    assignments: dealt,
  }
}
