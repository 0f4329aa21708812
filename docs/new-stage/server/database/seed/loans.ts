import type { LoanItem } from '@lectern/contract/loans/loan-values.ts'
import { activity } from '../../features/competition/tables.ts'
import { enrolment } from '../../features/enrolments/tables.ts'
import { decideLoans, requestLoan } from '../../features/loans/service.ts'
import { teamMember } from '../../features/teams/tables.ts'
import { and, asc, eq } from '../../platform/database/drizzle.ts'
import { officeHour } from './dates.ts'
import { actingAs, type Scene } from './scene.ts'

const requests: { item: LoanItem; purpose: string; isLent: boolean }[] = [
  { item: 'camera', purpose: '下周三录制公开课，借用一天。', isLent: true },
  { item: 'microphone', purpose: '教室较大，录课时需要收音，借用三天。', isLent: false },
]

const requestDay = -3
const decisionDay = -2

/** Two teams have asked for equipment; one of them has it. */
export const seedLoans = async (scene: Scene, now: Date): Promise<void> => {
  const approved = await scene.db
    .select({ id: enrolment.id, captainId: teamMember.accountId })
    .from(enrolment)
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .innerJoin(teamMember, and(eq(teamMember.teamId, enrolment.teamId), eq(teamMember.role, 'captain')))
    .where(and(eq(enrolment.state, 'approved'), eq(activity.state, 'published')))
    .orderBy(asc(enrolment.number))
    .limit(requests.length)
  for (const [position, { id: enrolmentId, captainId }] of approved.entries()) {
    const { isLent, ...request } = requests[position]!
    const captain = scene.people.find(({ id }) => id === captainId)!
    const asking = actingAs(scene, captain, officeHour(requestDay, position, now))
    const { id } = await requestLoan(asking, { enrolmentId, ...request }, undefined)
    const deciding = actingAs(scene, scene.organiser, officeHour(decisionDay, position, now))
    if (isLent) await decideLoans(deciding, { loans: [{ id, version: 1 }], decision: 'lent' }, undefined)
  }
}
