import type { LineStep } from '@lectern/contract/dashboard/contest-line-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { and, count, eq, inArray, sql, type Column } from '../../../platform/database/drizzle.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { noSummary, type StageSummaries } from '../../../platform/stage-summary.ts'
import { whereInForce } from '../../results/service.ts'
import { resultList } from '../../results/tables.ts'
import { work } from '../../works/tables.ts'
import { whereAwardChanged } from '../holders/changed-awards.ts'
import { certificate, certificateCorrection, certificateIssue } from '../tables.ts'

type Counted = 'announced' | 'issued' | 'corrections' | 'changed' | 'unfinished'

const counted = (what: Counted, activityId: Column) => ({
  what: sql<Counted>`${what}::text`,
  activityId: sql<ActivityId>`${activityId}`,
  count: count(),
})

/** One statement for all: the line of an activity has many stages. */
const countAll = (db: Database, ids: readonly ActivityId[], now: Date) => {
  const announced = db
    .select(counted('announced', resultList.activityId))
    .from(resultList)
    .where(and(inArray(resultList.activityId, [...ids]), whereInForce(now)))
    .groupBy(resultList.activityId)
  const issued = db
    .select(counted('issued', certificate.activityId))
    .from(certificate)
    .where(inArray(certificate.activityId, [...ids]))
    .groupBy(certificate.activityId)
  const corrections = db
    .select(counted('corrections', work.activityId))
    .from(certificateCorrection)
    .innerJoin(work, eq(work.id, certificateCorrection.workId))
    .where(and(inArray(work.activityId, [...ids]), eq(certificateCorrection.state, 'open')))
    .groupBy(work.activityId)
  const changed = db
    .select(counted('changed', certificate.activityId))
    .from(certificate)
    .where(and(inArray(certificate.activityId, [...ids]), whereAwardChanged(now)))
    .groupBy(certificate.activityId)
  const unfinished = db
    .select(counted('unfinished', certificateIssue.activityId))
    .from(certificateIssue)
    .where(and(inArray(certificateIssue.activityId, [...ids]), eq(certificateIssue.state, 'draft')))
    .groupBy(certificateIssue.activityId)
  return announced.unionAll(issued).unionAll(corrections).unionAll(changed).unionAll(unfinished)
}

export const certificateSummaries: StageSummaries = {
  stage: 'certificates',
  read: async ({ db, now }, activities) => {
    const ids = activities.map(({ id }) => id)
    const rows = await countAll(db, ids, now)
    return ({ id }) => {
      const countOf = (what: Counted): number =>
        rows.find((row) => row.what === what && row.activityId === id)?.count ?? 0
      const changedLink = `/Admin/Certificate?award=changed&activity=${id}`
      const counts = [
        { name: 'certificates' as const, count: countOf('issued'), link: `/Admin/Certificate?activity=${id}` },
        { name: 'corrections' as const, count: countOf('corrections'), link: '/Admin/Certificate?tab=corrections' },
        { name: 'changedAwards' as const, count: countOf('changed'), link: changedLink },
      ]
      const waiting = (step: LineStep, link: string) =>
        ({ standing: 'waiting', counts, next: { step, who: 'organisers', until: null, link } }) as const
      if (countOf('changed') > 0) return waiting('replaceCertificates', changedLink)
      if (countOf('corrections') > 0) return waiting('answerCorrections', '/Admin/Certificate?tab=corrections')
      const issuesLink = '/Admin/Certificate?tab=issues'
      if (countOf('unfinished') > 0) return waiting('finishIssue', issuesLink)
      if (countOf('issued') > 0) return { standing: 'done', counts, next: null }
      return countOf('announced') > 0 ? waiting('issueCertificates', `${issuesLink}&for=${id}`) : noSummary
    }
  },
}
