import type { ActivityId, DocumentId, EditionId } from '@lectern/contract/ids.ts'
import { createActivity, createEdition, createPhase } from '../contest.ts'
import { createOwner } from '../owners.ts'
import { createPerson, type TestPerson } from '../people.ts'
import { openRound } from '../rounds.ts'
import type { TestSite } from '../site.ts'
import { createWorkActivity, testRules } from '../works.ts'

export interface Contest {
  organiser: TestPerson
  editionId: EditionId
  /** Open for enrolment, with one question, and for works. */
  activityId: ActivityId
  /** Who has a password. */
  owners: readonly TestPerson[]
  /** What they agree to. */
  consents: DocumentId[]
}

/** An expert with one work to judge. */
export interface Judge {
  person: TestPerson
  /** Of the work. */
  code: string
}

/** An edition that takes enrolments and works now, by the real clock of the processes. */
export const createContest = async (site: TestSite): Promise<Contest> => {
  const organiser = await createPerson(site, { access: 'admin' })
  const editionId = await createEdition(site)
  const label = { 'zh-CN': '想法', 'en-US': 'Idea' }
  const activityId = await createActivity(site, editionId, {
    workRules: testRules,
    fields: [{ id: 'idea', type: 'text', label, help: {}, required: true, personal: false }],
  })
  await createPhase(site, editionId, { activityId, kind: 'submission' })
  await site.pool.query(`update phase set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
  const owners = [await createOwner(site), await createOwner(site)]
  const { rows } = await site.pool.query<{ id: DocumentId }>(`select id from document where name <> 'pledge'`)
  return { organiser, editionId, activityId, owners, consents: rows.map(({ id }) => id) }
}

/** A round of another activity that is open now, each expert with a work of their own. */
export const createJudges = async (site: TestSite, { organiser, editionId }: Contest): Promise<Judge[]> => {
  const judged = await createWorkActivity(site, editionId)
  const round = await openRound(site, { editionId, activityId: judged, organiser, works: 3, experts: 3 })
  await site.pool.query(`update phase set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
  await site.pool.query(`update round set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
  return round.experts.map(({ person, reviewerId }) => {
    const { entryId } = round.assignments.find((assignment) => assignment.reviewerId === reviewerId)!
    return { person, code: round.works.find((work) => work.entryId === entryId)!.code }
  })
}
