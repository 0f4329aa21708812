import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { createKnownTeacher } from './contest.ts'
import type { TestSite } from './site.ts'

type Teacher = Parameters<typeof createKnownTeacher>[1]

/** A team of one teacher that has begun to enrol. */
export const createDraft = async (site: TestSite, activityId: ActivityId, name: string, teacher: Teacher = {}) => {
  const captain = await createKnownTeacher(site, teacher)
  const made = await site.callAs(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })
  const begun = await site.callAs(captain, 'POST', '/api/enrolments', { teamId: made.data(createTeam).id })
  return { captain, enrolment: begun.data(startEnrolment) }
}

/** A team of one teacher that has submitted its enrolment. */
export const createSubmitted = async (site: TestSite, activityId: ActivityId, name: string, teacher: Teacher = {}) => {
  const { captain, enrolment } = await createDraft(site, activityId, name, teacher)
  const { id, version } = enrolment
  const sent = await site.callAs(captain, 'POST', `/api/enrolments/${id}/submission`, { version })
  return { captain, enrolment: sent.data(submitEnrolment) }
}
