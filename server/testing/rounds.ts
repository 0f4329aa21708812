import type {
  AccountId,
  ActivityId,
  AssignmentId,
  DocumentId,
  EditionId,
  EntryId,
  PanelId,
  ReviewerId,
  RoundId,
  WorkId,
} from '@lectern/contract/ids.ts'
import { entryCodeLength, roundCodeLength, type RoundState } from '@lectern/contract/review/review-values.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { document } from '../features/documents/tables.ts'
import { freezeRound } from '../features/rounds/setup/freeze-round.ts'
import { newCode, newToken } from '../features/rounds/service.ts'
import { assignment, entry, panel, reviewer, round, roundActivity } from '../features/rounds/tables.ts'
import { newId } from '../platform/ids.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from './contest.ts'
import { acceptWork, storeAcceptedWork } from './accepted-works.ts'
import { createPerson, type TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'
import { createWorkActivity } from './works.ts'

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
