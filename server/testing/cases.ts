import type { ActivityId, FileId, ResultListId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { arbiter } from '../features/cases/tables.ts'
import { resultList, resultRow, type ListedPerson } from '../features/results/tables.ts'
import { newId } from '../platform/ids.ts'
import { daysFromNoon } from './contest.ts'
import type { TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'
import { uploaderOf } from './uploads.ts'

const hash = Buffer.alloc(32, 7)

const rules: PrizeRules = {
  ...usualPrizes,
  rounds: [{ round: newId<RoundId>(fixedNow), perMille: 1_000 }],
  appealDays: 3,
  publicColumns: ['title', 'team'],
}

interface ListedWork {
  workId: WorkId
  number: string
  title?: string
  people?: ListedPerson[]
  /** What everybody may see of it, if it may be published. */
  parts?: string[]
}

/** A list on display since yesterday, for two more days, written straight into the database. */
export const storeDisplayedList = async (
  site: Pick<TestSite, 'db'>,
  activityId: ActivityId,
  works: readonly ListedWork[],
  changes: Partial<typeof resultList.$inferInsert> = {},
): Promise<ResultListId> => {
  const id = newId<ResultListId>(fixedNow)
  await site.db.insert(resultList).values({
    id,
    activityId,
    number: 1,
    publicVersion: 1,
    state: 'publicised',
    rules,
    rulesHash: hash,
    input: '{}',
    inputHash: hash,
    rows: '[]',
    rowsHash: hash,
    totals: { groups: [], openTies: [], prizes: [], provinces: [] },
    computedAt: daysFromNoon(-2),
    proposedAt: daysFromNoon(-2),
    confirmedAt: daysFromNoon(-2),
    publicisedAt: daysFromNoon(-1),
    publicityUntil: daysFromNoon(2),
    ...changes,
  })
  for (const [index, { workId, number, title, people = [], parts }] of works.entries())
    await site.db.insert(resultRow).values({
      listId: id,
      workId,
      submission: 1,
      position: index + 1,
      awardPosition: index + 1,
      number,
      rank: index + 1,
      score: 9_000 - index,
      prize: 'first',
      isExcluded: false,
      isCapped: false,
      isAdjusted: false,
      title: title ?? `作品 ${index + 1}`,
      team: '粉笔小组',
      people,
      ...(parts && { parts, isLicensed: true }),
    })
  return id
}

export const storeArbiter = async (site: TestSite, { id: accountId }: TestPerson): Promise<void> => {
  await site.db.insert(arbiter).values({ id: newId(fixedNow), accountId, appointedAt: fixedNow })
}

/** Uploads evidence; the inspection that a job would make has found nothing. */
export const uploadEvidence = async (
  site: TestSite,
  person: TestPerson,
  target: Record<string, string>,
  name = 'letter.txt',
): Promise<FileId> => {
  const content = Buffer.from(`the evidence in ${name}`)
  const { id, sent } = await uploaderOf(site, person).whole({ purpose: 'evidence', name, target }, content)
  if (sent.status !== 204) throw new Error(`the upload was refused: ${sent.error}`)
  await site.pool.query(
    `update file set state = 'stored', type = 'text/plain', sha256 = coalesce(sha256, sha256($2)) where id = $1`,
    [id, content],
  )
  return id
}
