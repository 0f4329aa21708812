import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { saveAnswers, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { createTeam, invite, joinTeam } from '@lectern/contract/teams/teams.ts'
import type { TestPerson } from './people.ts'
import { after, fixedNow, type TestSite } from './site.ts'
import { activity } from '../features/competition/tables.ts'
import { outbox } from '../features/outbox/tables.ts'
import { eq } from '../platform/database/drizzle.ts'
import { createActivity, createEdition, createKnownTeacher } from './contest.ts'

const fields: FormField[] = [
  {
    id: 'stage',
    type: 'choice',
    label: { 'zh-CN': '学段', 'en-US': 'Stage' },
    help: {},
    required: true,
    personal: false,
    options: [{ id: 'middle', label: { 'zh-CN': '初中', 'en-US': 'Middle school' } }],
  },
]

/** One minute after the other, so that the order is defined. */
const asker = (site: TestSite) => {
  let minutes = 0
  return async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, path: string, body?: unknown) => {
    minutes += 1
    site.clock.set(after(minutes * 60_000))
    const answer = await site.call(endpoint.method, path, { headers, body })
    site.clock.set(fixedNow)
    return answer.data(endpoint)
  }
}

/**
 * A user who is invited to a team before they have an account, joins it, and submits with it; and who leads their own
 * team, to which they invite a stranger.
 */
export const createKnownContest = async (site: TestSite, email: string, create: () => Promise<TestPerson>) => {
  const editionId = await createEdition(site)
  const former = { ...fields[0]!, id: 'gone', type: 'text' as const }
  const activityId = await createActivity(site, editionId, { code: 'KC', fields: [...fields, former] })
  const captain = await createKnownTeacher(site)
  const ask = asker(site)
  const team = await ask(createTeam, captain, '/api/teams', { activityId, name: 'Lanterns', slogan: 'Shine' })
  await ask(invite, captain, `/api/teams/${team.id}/invitations`, { to: email, role: 'member' })
  const person = await create()
  await ask(joinTeam, person, `/api/joining/${team.invite!.code}`)
  const { id, version } = await ask(startEnrolment, captain, '/api/enrolments', { teamId: team.id })
  const saved = await ask(saveAnswers, captain, `/api/enrolments/${id}/answers`, {
    version,
    answers: { stage: 'middle', gone: 'Kept' },
  })
  await site.db.update(activity).set({ fields }).where(eq(activity.id, activityId))
  await ask(submitEnrolment, captain, `/api/enrolments/${id}/submission`, { version: saved.version })
  const other = await createActivity(site, editionId, { code: 'XX' })
  const own = await ask(createTeam, person, '/api/teams', { activityId: other, name: 'Kites', slogan: '' })
  await ask(invite, person, `/api/teams/${own.id}/invitations`, { to: 'stranger@example.org', role: 'advisor' })
  // Everything has been sent by now.
  await site.db.update(outbox).set({ state: 'sent', sentAt: fixedNow })
  return person
}
