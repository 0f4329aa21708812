import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { startEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import {
  answerInvitation,
  createTeam,
  invite,
  joinTeam,
  listMyTeams,
  removeMember,
  type Team,
} from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from './testing/contest.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { startSite, type TestSite } from './testing/site.ts'
import { examineAfterEach } from './testing/examination.ts'

// Outsiders learn nothing from ids of a team, not even that they exist.

const nobody = '01890000-0000-7000-8000-000000000000'

let site: TestSite
let team: Team
let enrolment: Enrolment
let invitationId: string
let member: TestPerson
const outsiders: Record<string, TestPerson> = {}

const call = async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, path: string, body?: unknown) =>
  (await site.call(endpoint.method, path, { headers, body })).data(endpoint)

const invitationOf = async (who: TestPerson): Promise<string> =>
  (await call(listMyTeams, who, '/api/account/teams')).invitations[0]!.id

beforeAll(async () => {
  site = await startSite()
  const activityId = await createActivity(site, await createEdition(site), { teamMax: 5, advisorsMax: 2 })
  const captain = await createKnownTeacher(site)
  team = await call(createTeam, captain, '/api/teams', { activityId, name: 'Chalk', slogan: '' })
  const joinedBy = async (who: TestPerson) => call(joinTeam, who, `/api/joining/${team.invite!.code}`)

  member = await createKnownTeacher(site)
  await joinedBy(member)
  outsiders['a stranger'] = await createPerson(site)
  outsiders['an expert'] = await createPerson(site, { access: 'expert' })
  outsiders['the captain of another team'] = await createKnownTeacher(site)
  await call(createTeam, outsiders['the captain of another team'], '/api/teams', {
    activityId,
    name: 'Ink',
    slogan: '',
  })
  outsiders['who has left'] = await createKnownTeacher(site)
  await joinedBy(outsiders['who has left'])
  const left = outsiders['who has left'].id
  await call(removeMember, outsiders['who has left'], `/api/teams/${team.id}/members/${left}`)
  outsiders['who has declined'] = await createPerson(site)
  const invited = { to: outsiders['who has declined'].username, role: 'advisor' }
  await call(invite, captain, `/api/teams/${team.id}/invitations`, invited)
  const declined = await invitationOf(outsiders['who has declined'])
  await call(answerInvitation, outsiders['who has declined'], `/api/invitations/${declined}/answer`, { accept: false })
  const guest = await createPerson(site)
  await call(invite, captain, `/api/teams/${team.id}/invitations`, { to: guest.username, role: 'advisor' })
  invitationId = await invitationOf(guest)
  enrolment = await call(startEnrolment, captain, '/api/enrolments', { teamId: team.id })
})
afterAll(() => site.close())
examineAfterEach(() => site)

type Ids = { team: string; enrolment: string; invitation: string }

const calls: [string, (ids: Ids) => [path: string, body?: object]][] = [
  ['GET', (ids) => [`/api/teams/${ids.team}`]],
  ['PUT', (ids) => [`/api/teams/${ids.team}`, { version: 1, name: 'Mine', slogan: '' }]],
  ['DELETE', (ids) => [`/api/teams/${ids.team}`, { name: 'Chalk' }]],
  ['PUT', (ids) => [`/api/teams/${ids.team}/captain`, { uid: nobody }]],
  ['DELETE', (ids) => [`/api/teams/${ids.team}/members/${member.id}`]],
  ['POST', (ids) => [`/api/teams/${ids.team}/invitations`, { to: 'me@example.org', role: 'member' }]],
  ['DELETE', (ids) => [`/api/teams/${ids.team}/invitations/${ids.invitation}`]],
  ['POST', (ids) => [`/api/teams/${ids.team}/invite`]],
  ['POST', (ids) => [`/api/invitations/${ids.invitation}/answer`, { accept: true }]],
  ['POST', (ids) => ['/api/enrolments', { teamId: ids.team }]],
  ['GET', (ids) => [`/api/enrolments/${ids.enrolment}`]],
  ['PUT', (ids) => [`/api/enrolments/${ids.enrolment}/answers`, { version: 1, answers: {} }]],
  ['POST', (ids) => [`/api/enrolments/${ids.enrolment}/submission`, { version: 1 }]],
  ['POST', (ids) => [`/api/enrolments/${ids.enrolment}/withdrawal`, { version: 1 }]],
  ['POST', (ids) => [`/api/enrolments/${ids.enrolment}/revival`, { version: 1 }]],
]

test.each(['a stranger', 'an expert', 'the captain of another team', 'who has left', 'who has declined'])(
  'to %s a team, its enrolment and its invitations look like none',
  async (name) => {
    const { headers } = outsiders[name]!
    const answerOf = async (method: string, [path, body]: [string, object?]) => {
      const answer = await site.call(method, path, { headers, ...(body && { body }) })
      const { data: _, ...envelope } = answer.envelope()
      const { error, params } = answer.failure()
      return { http: answer.status, ...envelope, error, params }
    }
    for (const [method, requestOf] of calls) {
      const theirs = requestOf({ team: team.id, enrolment: enrolment.id, invitation: invitationId })
      const none = requestOf({ team: nobody, enrolment: nobody, invitation: nobody })
      const ownAnswer = await answerOf(method, theirs)
      expect([method, ...theirs, ownAnswer]).toEqual([method, ...theirs, await answerOf(method, none)])
      // An unknown invitation looks like an expired one.
      expect(ownAnswer.status).toBe(theirs[0].startsWith('/api/invitations/') ? 409 : 404)
    }
  },
)
