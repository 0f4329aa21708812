import { listAnnouncements } from '@lectern/contract/announcements/announcements.ts'
import { listUsers } from '@lectern/contract/accounts/accounts.ts'
import { fileObjection } from '@lectern/contract/cases/cases.ts'
import { listExtensions } from '@lectern/contract/competition/extensions.ts'
import { listPhases } from '@lectern/contract/competition/phases.ts'
import { readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { listResultActivities } from '@lectern/contract/results/results.ts'
import { listRounds } from '@lectern/contract/rounds/rounds.ts'
import { readTeam } from '@lectern/contract/teams/teams.ts'
import { readWork } from '@lectern/contract/works/works.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueTask } from './features/tasks/service.ts'
import { newId } from './platform/ids.ts'
import { issuerOf } from './testing/certificates.ts'
import { stampAsDemo } from './testing/demo-stamp.ts'
import { createKnownTeacher, createPhase, daysFromNoon } from './testing/contest.ts'
import { examineAfterEach } from './testing/examination.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from './testing/results.ts'
import { fixedNow, startSite, type TestSite } from './testing/site.ts'

/**
 * What an organiser who takes part in an activity gets from each operation of organisers, called with the activity's
 * own ids. `refused`: the named refusal, and nothing happens. `reads`: it tells no rank, score or expert before others
 * know them, and changes nothing. `list`: rows of all activities, without what `refused` keeps from participants.
 * `unrelated`: it is about no activity.
 */
type Answer = 'refused' | 'reads' | 'list' | 'unrelated'

const answers: Record<string, Answer> = {
  'POST /api/enrolments/{id}/waiting/addition': 'refused',
  'POST /api/enrolments/{id}/waiting/removal': 'refused',
  'GET /api/activities/{id}/waiting': 'reads',
  'POST /api/enrolments/decisions': 'refused',
  'GET /api/enrolments': 'list',
  'GET /api/enrolments/choices': 'list',
  'GET /api/enrolments/export': 'list',
  'GET /api/activities/{id}/files': 'reads',
  'GET /api/enrolments/{id}/dossier': 'reads',
  'GET /api/enrolments/queue': 'list',
  'GET /api/enrolments/{id}/neighbours': 'reads',
  'POST /api/teams/{id}/extensions': 'refused',
  'GET /api/works': 'list',
  'GET /api/works/export': 'list',
  'GET /api/works/{id}/dossier': 'reads',
  'GET /api/works/queue': 'list',
  'GET /api/works/{id}/neighbours': 'reads',
  'POST /api/works/decisions': 'refused',
  'POST /api/works/{id}/leaks': 'refused',
  'POST /api/works/{id}/blanked-words': 'refused',
  'POST /api/works/{id}/blanked-words/removal': 'refused',
  'POST /api/works/{id}/redactions/{redaction}/decision': 'refused',
  'POST /api/works/bundles': 'reads',
  'GET /api/works/{id}/files/{file}/blind': 'reads',
  'GET /api/works/{id}/files/{file}/pages': 'reads',
  'GET /api/works/{id}/files/{file}/blind/pages': 'reads',
  'GET /api/works/{id}/cover': 'reads',
  'GET /api/works/{id}/files/{file}/cover': 'reads',
  'GET /api/certificate-templates': 'unrelated',
  'GET /api/certificate-templates/{id}': 'unrelated',
  'POST /api/certificate-templates': 'unrelated',
  'PUT /api/certificate-templates/{id}': 'refused',
  'DELETE /api/certificate-templates/{id}': 'refused',
  'POST /api/certificate-templates/preview': 'unrelated',
  'POST /api/certificate-templates/check': 'unrelated',
  'GET /api/certificate-series': 'unrelated',
  'POST /api/certificate-series': 'unrelated',
  'GET /api/certificate-issues': 'list',
  'GET /api/certificate-issues/{id}': 'reads',
  'POST /api/certificate-issues': 'refused',
  'PUT /api/certificate-issues/{id}': 'refused',
  'DELETE /api/certificate-issues/{id}': 'refused',
  'POST /api/certificate-issues/{id}/sheet': 'refused',
  'GET /api/certificate-issues/{id}/sheet/template': 'reads',
  'GET /api/certificate-issues/{id}/plan': 'refused',
  'GET /api/certificate-issues/{id}/preview': 'refused',
  'POST /api/certificate-issues/{id}/start': 'refused',
  'POST /api/certificate-issues/{id}/notifications': 'refused',
  'GET /api/certificates': 'list',
  'GET /api/certificates/{id}': 'reads',
  'POST /api/certificates/{id}/revocation': 'refused',
  'POST /api/certificates/{id}/replacement': 'refused',
  'GET /api/certificates/stamped': 'list',
  'POST /api/certificates/stamped/replacement': 'refused',
  'POST /api/certificates/bundles': 'reads',
  'GET /api/certificate-corrections': 'list',
  'POST /api/certificate-corrections/{id}/decision': 'refused',
  'GET /api/rounds': 'list',
  'POST /api/rounds': 'refused',
  'GET /api/rounds/{id}': 'refused',
  'PUT /api/rounds/{id}': 'refused',
  'DELETE /api/rounds/{id}': 'refused',
  'POST /api/rounds/{id}/steps': 'refused',
  'GET /api/rounds/{id}/works': 'refused',
  'POST /api/rounds/{id}/works': 'refused',
  'POST /api/rounds/{id}/works/{entry}/removal': 'refused',
  'POST /api/rounds/{id}/plan': 'refused',
  'GET /api/rounds/{id}/plan': 'refused',
  'POST /api/rounds/{id}/plan/publication': 'refused',
  'GET /api/rounds/{id}/grid': 'refused',
  'GET /api/rounds/{id}/works/{entry}/assignments': 'refused',
  'POST /api/rounds/{id}/works/{entry}/assignments': 'refused',
  'POST /api/rounds/{id}/assignments/{assignment}/removal': 'refused',
  'POST /api/rounds/{id}/reviewers/{reviewer}/replacement': 'refused',
  'GET /api/rounds/{id}/reviewers': 'refused',
  'POST /api/rounds/{id}/reviewers': 'refused',
  'GET /api/rounds/{id}/candidates': 'refused',
  'POST /api/rounds/{id}/reviewers/import': 'refused',
  'GET /api/rounds/{id}/reviewers/import/template': 'refused',
  'PUT /api/rounds/{id}/reviewers/{reviewer}': 'refused',
  'POST /api/rounds/{id}/reviewers/{reviewer}/invitation': 'refused',
  'GET /api/rounds/{id}/panels': 'refused',
  'PUT /api/rounds/{id}/panels': 'refused',
  'GET /api/rounds/{id}/conflicts': 'refused',
  'POST /api/rounds/{id}/conflicts': 'refused',
  'POST /api/rounds/{id}/conflicts/search': 'refused',
  'POST /api/rounds/{id}/conflicts/{conflict}/lifting': 'refused',
  'GET /api/rounds/{id}/board': 'refused',
  'POST /api/rounds/{id}/reminders': 'refused',
  'GET /api/rounds/{id}/flags': 'refused',
  'POST /api/rounds/{id}/flags/{flag}/resolution': 'refused',
  'GET /api/rounds/{id}/works/{entry}/sheets': 'refused',
  'POST /api/rounds/{id}/assignments/{assignment}/reopening': 'refused',
  'GET /api/rounds/{id}/integrity': 'refused',
  'POST /api/rounds/{id}/settlement': 'refused',
  'GET /api/rounds/{id}/settlement': 'refused',
  'GET /api/rounds/{id}/sheets/export': 'refused',
  'GET /api/rounds/{id}/print': 'refused',
  'GET /api/results/activities': 'list',
  'GET /api/results/activities/{id}': 'refused',
  'PUT /api/results/activities/{id}/rules': 'refused',
  'POST /api/results/activities/{id}/simulation': 'refused',
  'POST /api/results/activities/{id}/lists': 'refused',
  'GET /api/results/lists/{id}': 'refused',
  'GET /api/results/lists/{id}/rows': 'refused',
  'GET /api/results/lists/{id}/rankings': 'refused',
  'GET /api/results/lists/{id}/difference': 'refused',
  'POST /api/results/lists/{id}/ties': 'refused',
  'POST /api/results/lists/{id}/adjustments': 'refused',
  'DELETE /api/results/decisions/{id}': 'refused',
  'POST /api/results/lists/{id}/steps': 'refused',
  'GET /api/results/lists/{id}/export': 'refused',
  'GET /api/cases': 'list',
  'GET /api/cases/{id}': 'reads',
  'POST /api/cases/{id}/looks': 'refused',
  'POST /api/cases/{id}/admission': 'refused',
  'POST /api/cases/{id}/investigation': 'refused',
  'POST /api/cases/{id}/statement-request': 'refused',
  'POST /api/cases/{id}/messages': 'refused',
  'POST /api/cases/{id}/ruling': 'refused',
  'GET /api/cases/{id}/sheets': 'refused',
  'GET /api/arbiters': 'list',
  'POST /api/arbiters': 'refused',
  'DELETE /api/arbiters/{id}': 'refused',
  'GET /api/phases': 'list',
  'POST /api/phases': 'refused',
  'GET /api/phases/effects': 'reads',
  'GET /api/phases/{id}': 'reads',
  'PUT /api/phases/{id}': 'refused',
  'DELETE /api/phases/{id}': 'refused',
  'GET /api/extensions': 'list',
  'POST /api/extensions/{id}/revocation': 'refused',
  'GET /api/teams': 'list',
  'GET /api/dashboard': 'list',
  'GET /api/contest-lines': 'list',
  'GET /api/office/counts': 'list',
  'GET /api/office/foreign-passkeys': 'unrelated',
  'GET /api/office/search': 'list',
  'GET /api/disk-space': 'unrelated',
  'GET /api/file-scans': 'unrelated',
  'POST /api/file-scans': 'unrelated',
  'GET /api/office/first-steps': 'unrelated',
  'GET /api/office/beginning': 'unrelated',
  'POST /api/office/beginning': 'unrelated',
  'GET /api/office/demo-content': 'unrelated',
  'GET /api/documents/{name}/source': 'unrelated',
  'POST /api/documents/{name}': 'unrelated',
  'GET /api/pages': 'unrelated',
  'GET /api/pages/{name}/draft': 'unrelated',
  'PUT /api/pages/{name}/draft': 'unrelated',
  'POST /api/pages/{name}/publication': 'unrelated',
  'POST /api/pages/{name}/preview': 'unrelated',
  'GET /api/articles': 'unrelated',
  'POST /api/articles': 'unrelated',
  'POST /api/articles/preview': 'unrelated',
  'GET /api/articles/{id}': 'unrelated',
  'PUT /api/articles/{id}': 'unrelated',
  'DELETE /api/articles/{id}': 'unrelated',
  'POST /api/articles/{id}/state': 'unrelated',
  'GET /api/organisers': 'unrelated',
  'GET /api/organisers/{uid}/duties': 'unrelated',
  'PUT /api/organisers/{uid}/duties': 'refused',
  'GET /api/users': 'list',
  'POST /api/users': 'refused',
  'GET /api/users/{uid}': 'reads',
  'GET /api/users/{uid}/contest': 'reads',
  'PUT /api/users/{uid}/status': 'refused',
  'PUT /api/users/{uid}/contacts': 'refused',
  'DELETE /api/users/{uid}/sessions': 'refused',
  'DELETE /api/users/{uid}/second-factor': 'refused',
  'GET /api/users/export': 'list',
  // An import adds accounts, no organisers; it changes none.
  'GET /api/institutions': 'unrelated',
  'GET /api/institutions/{id}': 'unrelated',
  'POST /api/institutions': 'unrelated',
  'PUT /api/institutions/{id}': 'unrelated',
  'POST /api/institutions/{id}/state': 'unrelated',
  'POST /api/institutions/import': 'unrelated',
  'GET /api/institutions/import/template': 'unrelated',
  'GET /api/institutions/{id}/merge': 'unrelated',
  'POST /api/institutions/{id}/merge': 'unrelated',
  'GET /api/institution-merges': 'unrelated',
  'POST /api/institution-merges/{id}/undoing': 'unrelated',
  'GET /api/institution-spellings': 'unrelated',
  'POST /api/institution-spellings': 'unrelated',
  'POST /api/users/import': 'unrelated',
  'GET /api/users/import/template': 'unrelated',
  'POST /api/users/import/report': 'unrelated',
  'GET /api/access-tokens': 'unrelated',
  'POST /api/access-tokens': 'refused',
  'POST /api/access-tokens/{id}/end': 'unrelated',
  'GET /api/webhooks': 'unrelated',
  'POST /api/webhooks': 'refused',
  'PUT /api/webhooks/{id}': 'refused',
  'POST /api/webhooks/{id}/key': 'refused',
  'POST /api/webhooks/{id}/test': 'refused',
  'POST /api/webhooks/{id}/pause': 'unrelated',
  'POST /api/webhooks/{id}/resume': 'refused',
  'DELETE /api/webhooks/{id}': 'refused',
  'GET /api/webhooks/{id}/deliveries': 'unrelated',
  'POST /api/webhooks/{id}/deliveries/{event}/resend': 'refused',
  'GET /api/settings': 'unrelated',
  'PUT /api/settings': 'refused',
  'GET /api/settings/site': 'unrelated',
  'PUT /api/settings/site': 'unrelated',
  'GET /api/settings/mail': 'unrelated',
  'PUT /api/settings/mail': 'refused',
  'DELETE /api/settings/mail': 'refused',
  'POST /api/settings/mail/test': 'unrelated',
  'GET /api/settings/sign-in-providers': 'unrelated',
  'PUT /api/settings/sign-in-providers/{key}': 'refused',
  'PUT /api/settings/sign-in-providers/{key}/shown': 'refused',
  'DELETE /api/settings/sign-in-providers/{key}': 'refused',
  'POST /api/settings/sign-in-providers/{key}/try': 'refused',
  'GET /api/announcements': 'list',
  'POST /api/announcements': 'refused',
  'GET /api/announcements/{id}': 'reads',
  'PUT /api/announcements/{id}': 'refused',
  'DELETE /api/announcements/{id}': 'refused',
  'POST /api/announcements/recipients': 'reads',
  'POST /api/announcements/preview': 'reads',
  // Goes to the sender alone.
  'POST /api/announcements/test': 'unrelated',
  'POST /api/announcements/{id}/send': 'refused',
  'GET /api/messages': 'unrelated',
  'GET /api/messages/{id}': 'unrelated',
  'POST /api/messages/{id}/answers': 'unrelated',
  'PUT /api/messages/{id}/state': 'unrelated',
  'GET /api/materials/sources': 'unrelated',
  'GET /api/materials/{id}/source': 'unrelated',
  'POST /api/materials': 'unrelated',
  'PUT /api/materials/{id}': 'unrelated',
  'PUT /api/materials/{id}/state': 'unrelated',
  'DELETE /api/materials/{id}': 'unrelated',
  'POST /api/materials/preview': 'unrelated',
  'GET /api/audit': 'list',
  'GET /api/revisions/{kind}/{id}': 'unrelated',
  'GET /api/revisions/{kind}/{id}/{number}': 'unrelated',
  'GET /api/banners/all': 'unrelated',
  'POST /api/banners': 'unrelated',
  'PUT /api/banners/order': 'unrelated',
  'GET /api/banners/{id}': 'unrelated',
  'PUT /api/banners/{id}': 'unrelated',
  'PUT /api/banners/{id}/visible': 'unrelated',
  'DELETE /api/banners/{id}': 'unrelated',
  'GET /api/experts/all': 'unrelated',
  'POST /api/experts': 'unrelated',
  'GET /api/experts/order': 'unrelated',
  'PUT /api/experts/order': 'unrelated',
  'GET /api/experts/{id}': 'unrelated',
  'PUT /api/experts/{id}': 'unrelated',
  'PUT /api/experts/{id}/state': 'unrelated',
  'DELETE /api/experts/{id}': 'unrelated',
  'GET /api/partners/all': 'unrelated',
  'POST /api/partners': 'unrelated',
  'PUT /api/partners/order': 'unrelated',
  'GET /api/partners/{id}': 'unrelated',
  'PUT /api/partners/{id}': 'unrelated',
  'PUT /api/partners/{id}/visible': 'unrelated',
  'DELETE /api/partners/{id}': 'unrelated',
  'GET /api/activities/all': 'list',
  'POST /api/activities': 'unrelated',
  'POST /api/activities/preview': 'unrelated',
  'GET /api/activities/order': 'list',
  // The order in which visitors read the activities: nothing of a contest depends on it.
  'PUT /api/activities/order': 'unrelated',
  'GET /api/activities/{id}/source': 'reads',
  'GET /api/activities/{id}/recommendation': 'reads',
  'PUT /api/activities/{id}/recommendation': 'refused',
  'GET /api/recommendations/activities': 'list',
  'GET /api/recommendations/{activity}/progress': 'reads',
  'PUT /api/activities/{id}': 'refused',
  'DELETE /api/activities/{id}': 'refused',
  'PUT /api/activities/{id}/state': 'refused',
  // Makes another activity; this one stays as it is.
  'POST /api/activities/{id}/copies': 'reads',
  'GET /api/editions': 'list',
  'GET /api/editions/{id}/checks': 'reads',
  'POST /api/editions': 'unrelated',
  'POST /api/editions/{id}/phases': 'refused',
  'PUT /api/editions/{id}': 'refused',
  'PUT /api/editions/{id}/current': 'refused',
  'GET /api/outbox': 'list',
  'POST /api/outbox/{id}/again': 'refused',
  'GET /api/tasks': 'list',
  'GET /api/tasks/{id}': 'reads',
  'POST /api/tasks/{id}/cancellation': 'refused',
  'POST /api/tasks/{id}/retry': 'refused',
  'GET /api/tasks/{id}/file': 'refused',
}

const opened: TestSite[] = []
const openSite = async (options: Parameters<typeof startSite>[0] = {}): Promise<TestSite> => {
  const started = await startSite(options)
  opened.push(started)
  return started
}
afterAll(() => Promise.all(opened.map((one) => one.close())))

const nobody = '01890000-0000-7000-8000-000000000000'

const errorOf = async (response: Response): Promise<string | undefined> => {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  return isJson ? (JSON.parse(text) as { data?: { error?: string } | null }).data?.error : undefined
}

const send = (site: TestSite, who: TestPerson, method: string, path: string, body?: unknown) => {
  const isBare = method === 'GET' || method === 'DELETE'
  const type = path.endsWith('/sheet') || path.endsWith('/import') ? 'text/csv' : 'application/json'
  return fetch(site.url + path, {
    method,
    headers: { ...english(who), ...(!isBare && { 'content-type': type }) },
    ...(!isBare && { body: JSON.stringify(body ?? { nothing: 'of this' }) }),
    signal: AbortSignal.timeout(10_000),
  })
}

test('every operation of organisers, and no other, has an answer', async () => {
  const site = await openSite()
  const user = await createPerson(site)
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  )
  const ofOrganisers: string[] = []
  for (const [method, path] of served) {
    // Experts have operations of their own; streams and uploads answer everybody.
    if (path.startsWith('/api/review') || path === '/api/notices/live' || path.startsWith('/api/uploads')) continue
    const address = path.replace('{name}', 'privacy').replaceAll(/\{\w+\}/g, nobody)
    if (['GET', 'POST', 'PUT', 'DELETE'].includes(method) && path !== '/api/account/logout') {
      const error = await errorOf(await send(site, user, method, address))
      if (error === 'access.refused') ofOrganisers.push(`${method} ${path}`)
    }
  }
  expect(ofOrganisers.toSorted()).toEqual(Object.keys(answers).toSorted())
})

/** A digest of every table that an operation of an organiser could change. */
const digestOf = async ({ pool }: TestSite): Promise<Record<string, string>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('session', 'throttle')`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest from "${name}" as row`,
    )
    digests[name] = rows[0]!.digest
  }
  return digests
}

/** An activity with a list on public notice and certificates of participation. */
const prepareContest = async () => {
  const preparation = await openSite({ withTasks: true })
  const [other, second] = [
    await createPerson(preparation, { access: 'admin' }),
    await createPerson(preparation, { access: 'admin' }),
  ]
  const works = [{ realName: '王芳' }, { realName: '李明' }]
  const contest = await settledActivity(preparation, { organiser: other, scores: [90, 80], works, experts: 2 })
  const office = resultsOffice(preparation, contest)
  await office.save({ appealDays: 3 })
  const { id: list } = await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: second })
  await office.step('publicise', { until: daysFromNoon(7).toISOString() })
  const issuer = await issuerOf(preparation, other)
  const draftIssue = () => issuer.create('participation', { from: 'works', activity: contest.activityId })
  const { id: issued } = await draftIssue()
  await issuer.start(issued)
  await issuer.ended(issued)
  const { id: certificateId } = (await issuer.list({ search: '李明' }))[0]!
  return { databaseUrl: preparation.databaseUrl, contest, other, list, issue: await draftIssue(), certificateId }
}

describe('an organiser who takes part in an activity', () => {
  examineAfterEach(() => site)
  let site: TestSite
  let participant: TestPerson
  let other: TestPerson
  let contest: SettledActivity
  /** The value of `{id}` or `{uid}`, by the start of the path. */
  const ids: Record<string, string> = {}
  /** Where the body names the activity. */
  const bodies: Record<string, unknown> = {}

  beforeAll(async () => {
    const prepared = await prepareContest()
    ;({ contest, other } = prepared)
    // Runs no tasks: those of the tests wait.
    site = await openSite({ databaseUrl: prepared.databaseUrl })
    await stampAsDemo(site.asProgram(), other.id, 'participation')
    const { issue, certificateId, list } = prepared
    const { editionId, activityId, works, round } = contest
    const [own, rival] = works as [(typeof works)[number], (typeof works)[number]]
    participant = own.captain
    await site.pool.query(`update account set access = 'admin' where id = $1`, [participant.id])
    const insert = async (text: string, ...values: unknown[]): Promise<string> => {
      const id: string = newId<CertificateId>(fixedNow)
      await site.pool.query(text, [id, ...values])
      return id
    }
    const team = rival.teamId
    const objection = await site.ask(fileObjection, {
      headers: english(await createKnownTeacher(site)),
      body: { list, work: null, text: 'The film is by somebody else.', evidence: [] },
    })
    const audience = {
      to: 'teams',
      edition: null,
      activities: [activityId],
      states: [],
      captainsOnly: false,
      teams: [],
      provinces: [],
      people: [],
    }
    const content = { audience, title: { 'zh-CN': '通知' }, body: { 'zh-CN': '正文' }, link: null }
    const announced = await site.callAs(other, 'POST', '/api/announcements', content)
    Object.assign(ids, {
      '/api/enrolments/': rival.enrolmentId,
      '/api/teams/': team,
      '/api/works/': rival.workId,
      '/api/certificate-templates/': issue.template.id,
      '/api/certificate-issues/': issue.id,
      '/api/certificates/': certificateId,
      '/api/certificate-corrections/': await insert(
        `insert into certificate_correction (id, work_id, account_id, state, from_name, to_name, reason, created_at)
         values ($1, $2, $3, 'open', 'A', 'B', 'Spelling', now())`,
        rival.workId,
        rival.captain.id,
      ),
      '/api/rounds/': round.id,
      '/api/results/activities/': activityId,
      '/api/results/lists/': list,
      '/api/results/decisions/': await insert(
        `insert into result_decision (id, activity_id, kind, data, reason, decided_at)
         values ($1, $2, 'tie', '{"works": []}', 'Heard again', now())`,
        activityId,
      ),
      '/api/cases/': objection.data.id,
      '/api/arbiters/': await insert(
        `insert into arbiter (id, account_id, appointed_at) values ($1, $2, now())`,
        other.id,
      ),
      '/api/phases/': await createPhase(site, editionId, { kind: 'review' }),
      '/api/extensions/': await insert(
        `insert into extension (id, team_id, kind, until, reason, granted_by, created_at)
         values ($1, $2, 'enrolment', now() + interval '9 days', 'Ill', $3, now())`,
        team,
        other.id,
      ),
      '/api/outbox/': await insert(
        `insert into outbox
           (id, channel, recipient, locale, letter, content, state, due_at, expires_at, created_at, activity_ids)
         values ($1, 'mail', 'judge@example.org', 'en-US', 'notice', '{}', 'failed', now(), now(), now(), array[$2::uuid])`,
        activityId,
      ),
      '/api/users/': rival.captain.id,
      '/api/organisers/': rival.captain.id,
      '/api/announcements/': (announced.envelope().data as { id: string }).id,
      '/api/activities/': activityId,
      '/api/editions/': editionId,
      '/api/tasks/': await enqueueTask(site.asProgram(), {
        kind: 'settle',
        input: { round: round.id },
        subject: 'Lessons',
      }),
    })
    const decided = { decision: 'returned', reason: 'Ours is better' }
    const window = { opensAt: '2026-12-01T00:00:00.000Z', closesAt: '2026-12-09T00:00:00.000Z', graceMinutes: 0 }
    Object.assign(bodies, {
      'POST /api/enrolments/decisions': { enrolments: [{ id: ids['/api/enrolments/'], version: 1 }], ...decided },
      'PUT /api/activities/{id}/recommendation': {
        thing: 'enrolment',
        by: 'school',
        provincesWriteQuotas: false,
        needsScan: false,
        version: 0,
      },
      'POST /api/works/decisions': { works: [{ id: rival.workId, version: 1 }], ...decided },
      'POST /api/certificates/stamped/replacement': { reason: 'A new seal', notify: false },
      'POST /api/certificate-issues': {
        template: issue.template.id,
        series: issue.series.id,
        source: { from: 'works', activity: activityId },
        locale: 'zh-CN',
        date: '2026-12-08',
        notify: false,
        revokedToo: false,
      },
      'POST /api/rounds': { name: { 'zh-CN': '复评' }, edition: editionId, activities: [activityId], previous: null },
      'POST /api/phases': { editionId, activityId: null, kind: 'publicity', ...window },
      'POST /api/editions/{id}/phases': {
        phases: [{ kind: 'publicity', opensAt: window.opensAt, closesAt: window.closesAt }],
      },
      'POST /api/announcements': content,
      'POST /api/users': {
        username: 'puppet',
        email: 'puppet@example.org',
        phone: null,
        realName: null,
        school: null,
        access: 'admin',
        locale: 'en-US',
      },
    })
  })

  const pathOf = (operation: string): string => {
    const [, template = ''] = operation.split(' ')
    const start = Object.keys(ids).find((prefix) => template.startsWith(`${prefix}{`))
    return template.replace(/\{(id|uid)\}/, start ? ids[start]! : nobody).replaceAll(/\{\w+\}/g, nobody)
  }

  test('is refused with the reason, and changes nothing', async () => {
    const refused = Object.keys(answers).filter((operation) => answers[operation] === 'refused')
    const before = await digestOf(site)
    const got: Record<string, string | undefined> = {}
    for (const operation of refused) {
      const [method = ''] = operation.split(' ')
      got[operation] = await errorOf(await send(site, participant, method, pathOf(operation), bodies[operation]))
    }
    expect(got).toEqual(Object.fromEntries(refused.map((operation) => [operation, 'organiser.takesPart'])))
    expect(await digestOf(site)).toEqual(before)
  })

  test('reads the reason before the click, where others read none', async () => {
    const { activityId, works } = contest
    const [own, rival] = works as [(typeof works)[number], (typeof works)[number]]
    const audience = { to: 'teams', edition: null, activities: [activityId], states: [], teams: [], people: [] }
    const whole = { ...audience, captainsOnly: false, provinces: [] }
    const [organiser, expert, unconcerned] = [
      await createPerson(site, { access: 'admin' }),
      await createPerson(site, { access: 'expert' }),
      await createPerson(site),
    ]
    const why = 'You are in a team of “Course Innovation”, or invited to one. Another organizer has to do this.'
    const reasonsFor = async (who: TestPerson) => {
      const as = { headers: english(who) }
      const phases = (await site.ask(listPhases, { ...as, query: {} })).data
      const extensions = (await site.ask(listExtensions, { ...as, query: { team: rival.teamId } })).data
      const members = (await site.ask(listUsers, { ...as, query: { pageSize: '100' } })).data.list
      const sent = await site.callAs(who, 'POST', '/api/announcements/recipients', { audience: whole })
      const drafts = (await site.ask(listAnnouncements, { ...as, query: {} })).data.list
      const rounds = (await site.ask(listRounds, { ...as, query: {} })).data.list
      const results = (await site.ask(listResultActivities, { ...as, query: {} })).data.list
      const work = (await site.ask(readWork, { ...as, params: { id: rival.workId } })).data
      const enrolment = (await site.ask(readEnrolment, { ...as, params: { id: work.enrolmentId } })).data
      const team = (await site.ask(readTeam, { ...as, params: { id: rival.teamId } })).data
      return {
        drafts: drafts.map(({ whyNot }) => whyNot),
        rounds: rounds.map(({ whyNot }) => whyNot),
        results: results.map(({ whyNot }) => whyNot),
        onBehalf: [work.isOnBehalf, ...[work, enrolment].map(({ may }) => may.withdraw === why)],
        captain: team.members.map(({ mayBecomeCaptain }) => mayBecomeCaptain === why),
        phases: new Set([
          ...phases.list.map(({ whyNot }) => whyNot),
          ...phases.activities.map(({ whyNot }) => whyNot),
          phases.whyNot.publicity ?? null,
        ]),
        extensions: new Set([extensions.whyNot, ...extensions.list.map(({ whyNot }) => whyNot)]),
        rival: members.find(({ uid }) => uid === rival.captain.id)?.whyNot,
        themselves: members.find(({ uid }) => uid === own.captain.id)?.whyNot,
        organiser: members.find(({ uid }) => uid === organiser.id)?.whyNot,
        expert: members.find(({ uid }) => uid === expert.id)?.whyNot,
        unconcerned: members.find(({ uid }) => uid === unconcerned.id)?.whyNot,
        announcement: (sent.envelope().data as { whyNot: string | null }).whyNot,
      }
    }
    expect(await reasonsFor(participant)).toEqual({
      drafts: [why],
      rounds: [why],
      results: [why],
      onBehalf: [false, true, true],
      captain: [true],
      phases: new Set([why]),
      extensions: new Set([why]),
      rival: why,
      themselves: null,
      organiser: why,
      expert: why,
      unconcerned: null,
      announcement: why,
    })
    expect(await reasonsFor(other)).toEqual({
      drafts: [null],
      rounds: [null],
      results: [null],
      onBehalf: [true, false, false],
      captain: [false],
      phases: new Set([null]),
      extensions: new Set([null]),
      rival: null,
      themselves: null,
      organiser: null,
      expert: null,
      unconcerned: null,
      announcement: null,
    })
  })

  test('writes neither to experts nor to those who compete, by whatever condition they are chosen', async () => {
    const [own, rival] = contest.works as [(typeof contest.works)[number], (typeof contest.works)[number]]
    const [expert, user] = [await createPerson(site, { access: 'expert' }), await createPerson(site)]
    const audience = { edition: null, activities: [], states: [], captainsOnly: false, teams: [], provinces: [] }
    const texts = { title: { 'zh-CN': '通知' }, body: { 'zh-CN': '正文' }, link: null }
    const write = async (who: TestPerson, to: string, people: string[]) => {
      const content = { audience: { ...audience, to, people }, ...texts }
      return errorOf(await send(site, who, 'POST', '/api/announcements', content))
    }
    const chosen: [to: string, people: string[]][] = [
      ['expert', []],
      ['expert', [expert.id]],
      ['everyone', [expert.id]],
      ['user', [rival.captain.id, user.id]],
      ['everyone', [own.captain.id]],
    ]
    for (const [to, people] of chosen) {
      expect([to, people, await write(participant, to, people)]).toEqual([to, people, 'organiser.takesPart'])
      expect(await write(other, to, people)).toBeUndefined()
      const { list } = (await site.ask(listAnnouncements, { headers: english(participant), query: {} })).data
      // The latest comes first.
      const { id, version, whyNot } = list[0]!
      expect(whyNot).toBe(
        'You are in a team of “Course Innovation”, or invited to one. Another organizer has to do this.',
      )
      const path = `/api/announcements/${id}`
      const harmless = { audience: { ...audience, to: 'everyone', people: [] }, ...texts, version }
      expect([
        await errorOf(await send(site, participant, 'PUT', path, harmless)),
        await errorOf(await send(site, participant, 'DELETE', `${path}?version=${version}`)),
        await errorOf(await send(site, participant, 'POST', `${path}/send`, { version, people: 1 })),
      ]).toEqual(['organiser.takesPart', 'organiser.takesPart', 'organiser.takesPart'])
    }
    expect(await write(participant, 'everyone', [])).toBeUndefined()
    expect(await write(participant, 'user', [user.id])).toBeUndefined()
  })

  test('cancels no task of the activity, whatever the task names', async () => {
    const { rows: files } = await site.pool.query<{ id: string }>(`select id from work_file limit 1`)
    const inputs = [
      { round: contest.round.id },
      { activity: contest.activityId },
      { work: contest.works[1]!.workId },
      { issue: ids['/api/certificate-issues/'] },
      { certificate: ids['/api/certificates/'] },
      { stamped: { reason: 'A new seal', notify: false, by: other.id } },
      ...files.map(({ id }) => ({ file: id })),
    ]
    const got: unknown[] = []
    for (const input of inputs) {
      const task = await enqueueTask(site.asProgram(), { kind: 'issueCertificates', input, subject: 'Lessons' })
      const answer = await send(site, participant, 'POST', `/api/tasks/${task}/cancellation`, {})
      got.push([input, await errorOf(answer)])
    }
    expect(got).toEqual(inputs.map((input) => [input, 'organiser.takesPart']))
  })

  test('changes no account of experts and other organisers, who decide, until the activity is over', async () => {
    const deciders = [await createPerson(site, { access: 'expert' }), await createPerson(site, { access: 'admin' })]
    const changes: [method: string, path: (uid: string) => string, body?: object][] = [
      ['PUT', (uid) => `/api/users/${uid}/status`, { status: 'disabled', version: 1 }],
      ['PUT', (uid) => `/api/users/${uid}/contacts`, { email: 'mine@example.org', phone: null, version: 1 }],
      ['DELETE', (uid) => `/api/users/${uid}/sessions`],
      ['DELETE', (uid) => `/api/users/${uid}/second-factor`],
      ['PUT', (uid) => `/api/user/user/${uid}`, { access: 'user', version: 1 }],
    ]
    const before = await digestOf(site)
    for (const { id } of deciders)
      for (const [method, path, body] of changes) {
        const given = body && { uid: id, ...body }
        expect(await errorOf(await send(site, participant, method, path(id), given))).toBe('organiser.takesPart')
      }
    expect(await digestOf(site)).toEqual(before)
    const setState = (state: string) =>
      site.pool.query(`update activity set state = $2 where id = $1`, [contest.activityId, state])
    await setState('archived')
    const ended = await site.callAs(participant, 'DELETE', `/api/users/${deciders[0]!.id}/sessions`)
    await setState('published')
    expect(ended.status).toBe(200)
  })

  test('acts on behalf of no other team, and keeps the rights of their own', async () => {
    const [own, rival] = contest.works as [(typeof contest.works)[number], (typeof contest.works)[number]]
    const withdraw = (work: string) => site.callAs(participant, 'POST', `/api/works/${work}/withdrawal`, { version: 1 })
    expect((await withdraw(rival.workId)).failure().error).toBe('organiser.takesPart')
    expect((await withdraw(own.workId)).failure().error).toBe('work.moveRefused')
    const profile = { uid: participant.id, nickname: 'Chalk', version: 1 }
    expect((await site.callAs(participant, 'PUT', `/api/user/user/${participant.id}`, profile)).status).toBe(200)
  })

  test('is whoever has no team and has not acted; whoever has acted joins none', async () => {
    const { activityId } = contest
    const create = (who: TestPerson) =>
      site.callAs(who, 'POST', '/api/teams', { activityId, name: `Chalk of ${who.username}`, slogan: '' })
    const [acting, quiet] = [
      await createPerson(site, { access: 'admin' }),
      await createPerson(site, { access: 'admin' }),
    ]
    const act = (who: TestPerson, version: number) =>
      site.callAs(who, 'PUT', `/api/activities/${activityId}/state`, { state: 'published', version })
    expect((await act(acting, 1)).failure().error).not.toBe('organiser.takesPart')
    expect((await create(acting)).failure()).toMatchObject({
      error: 'organiser.hasActed',
      params: { activity: 'Course Innovation' },
    })
    const step = await site.callAs(acting, 'GET', `/api/activities/${activityId}/next-step`)
    expect(step.envelope().data).toMatchObject({
      step: 'refused',
      why: 'You have acted as an organizer of “Course Innovation”, so you cannot be in a team of it.',
    })
    expect((await create(quiet)).status).toBe(200)
    expect((await act(quiet, 1)).failure().error).toBe('organiser.takesPart')
  })
})
