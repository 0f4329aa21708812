import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaList, areas, type AreaName } from './testing/operations/areas.ts'
import type { Area, Audience, Duties } from './testing/operations/operation.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { startSite, type TestSite } from './testing/site.ts'

const isOfOffice = (audience: Audience): audience is Duties => !['everyone', 'signedIn', 'experts'].includes(audience)

/** An organiser of one duty; `limited` looks after certain activities only. */
const organiserRoles = [...workingDuties, 'limited', 'audit'] as const
const roles = [
  'visitor',
  'user',
  'expert',
  'admin',
  'admin without the required second factor',
  ...organiserRoles,
] as const
type Role = (typeof roles)[number]
type OrganiserRole = (typeof organiserRoles)[number]

const isOrganiserRole = (role: Role): role is OrganiserRole => (organiserRoles as readonly Role[]).includes(role)

const isReading = (operation: string): boolean => /^(?:GET|HEAD|OPTIONS) /.test(operation)

const heldBy: Record<Exclude<OrganiserRole, 'audit'>, readonly string[]> = {
  contest: ['contest', 'activity'],
  limited: ['activity'],
  content: ['content'],
  people: ['people'],
  system: ['system'],
}

const refusalOfDuty = (operation: string, audience: Duties, role: OrganiserRole) => {
  if (role === 'audit') return isReading(operation) ? undefined : 'duty.missing'
  if (audience === 'allOrganisers') return undefined
  const needed = audience.split(', ')
  const held = heldBy[role]
  if (held.some((duty) => needed.includes(duty))) return undefined
  return role === 'limited' && needed.includes('contest') ? 'duty.limited' : 'duty.missing'
}

const refusalOf = (operation: string, audience: Audience, role: Role): keyof typeof catalogue | undefined => {
  if (audience === 'everyone') return undefined
  if (role === 'visitor') return 'session.required'
  if (isOfOffice(audience) && isOrganiserRole(role)) return refusalOfDuty(operation, audience, role)
  if (audience === 'experts') return role === 'expert' ? undefined : 'access.refused'
  if (audience === 'signedIn' || role === 'admin') return undefined
  return role === 'user' || role === 'expert' ? 'access.refused' : 'secondFactor.missing'
}

/** Roles between which the audience makes a difference. */
const triedRoles = (audience: Audience): readonly Role[] => {
  if (audience === 'everyone') return ['visitor', 'user']
  if (audience === 'signedIn') return ['visitor', 'user', 'admin without the required second factor']
  return audience === 'experts' ? ['visitor', 'user', 'expert', 'admin'] : roles
}

let site: TestSite
beforeAll(async () => {
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => site.close())

let requests = 0
/** One address may not send as many requests as all roles together. */
const nextAddress = (): string => {
  requests += 1
  return `10.0.0.${Math.ceil(requests / 50)}`
}

/** No object has this id; the activity that has it is the only one of the role `limited`. */
const nobody = '01890000-0000-7000-8000-000000000000'

const createPersonOf = async (role: Role): Promise<TestPerson> => {
  if (!isOrganiserRole(role))
    return createPerson(site, { access: role.startsWith('admin') ? 'admin' : (role as 'user' | 'expert') })
  const person = await createPerson(site, { access: 'admin' })
  const duty = role === 'limited' ? 'contest' : role
  await site.pool.query(
    'insert into organiser (account_id, duties, activities, changed_at) values ($1, $2, $3, now())',
    [person.id, [duty], role === 'limited' ? [nobody] : null],
  )
  return person
}

/** One of each role: no probe ends their session. */
const people = new Map<Role, Promise<TestPerson>>()

const personOf = (role: Role): Promise<TestPerson> => {
  const person = people.get(role) ?? createPersonOf(role)
  people.set(role, person)
  return person
}

const headersOf = async (role: Role): Promise<Record<string, string>> => ({
  'x-forwarded-for': nextAddress(),
  ...(role !== 'visitor' && (await personOf(role)).headers),
})

/** A request with a body that no endpoint accepts: only the access check is tested. */
const sendProbe = async (operation: string, role: Role) => {
  const [method = '', template = ''] = operation.split(' ')
  const path = template
    .replace('{name}', 'privacy')
    .replace('{to}', 'everyone')
    .replaceAll(/\{\w+\}/g, nobody)
  const headers = await headersOf(role)
  const isBare = ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)
  const body = isBare ? {} : { body: JSON.stringify({ nothing: 'of this' }) }
  const stopping = AbortSignal.timeout(60_000)
  const response = await fetch(site.url + path, {
    method,
    headers: { ...headers, ...(body.body && { 'content-type': 'application/json' }) },
    ...body,
    signal: stopping,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) {
    await response.body?.cancel()
    return { status: response.status, error: undefined }
  }
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  const answer = isJson ? (JSON.parse(text) as { data?: { error?: string } | null }) : undefined
  return { status: response.status, error: answer?.data?.error }
}

test('every endpoint that is served, and no other, stands in the table of operations', async () => {
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const listed = areaList.flatMap(({ operations }) => Object.keys(operations))
  expect(served.toSorted()).toEqual(listed.toSorted())
})

test('what can stand in addresses is listed with the operations whose addresses begin so', () => {
  const strange = Object.entries(areas).flatMap(([name, { operations, samples = {} }]: [string, Area]) =>
    Object.keys(samples)
      .filter((start) => !Object.keys(operations).some((operation) => operation.split(' ')[1]!.startsWith(start)))
      .map((start) => `${name}: ${start}`),
  )
  expect(strange).toEqual([])
})

/** What is wrong with the answer to this role, in words. */
const findWrongAnswer = async (operation: string, audience: Audience, role: Role): Promise<string[]> => {
  const refusal = refusalOf(operation, audience, role)
  const { status, error } = await sendProbe(operation, role)
  const answer = `${operation}: ${status}${error ? ` ${error}` : ''}`
  if (!refusal) return status < 500 && status !== 401 && status !== 403 ? [] : [`${answer}, but it is for ${audience}`]
  // A response with headers only has no error name.
  const expectedError = operation.startsWith('HEAD ') ? undefined : refusal
  if (status === catalogue[refusal].status && error === expectedError) return []
  return [`${answer} instead of ${refusal}`]
}

const probesAtOnce = 8

const setRequiredFactor = async (isRequired: boolean): Promise<void> => {
  await site.pool.query(
    isRequired
      ? `insert into setting (key, value, updated_at) values ('office', '{"requireSecondFactor": true}', now())`
      : `delete from setting where key = 'office'`,
  )
  // Every process reads its settings again when they change; waits until this one has.
  for (;;) {
    const { error } = await sendProbe('GET /api/settings', 'admin')
    if ((error === 'secondFactor.missing') === isRequired) break
  }
}

const operationsTriedBy = (role: Role, area: AreaName): [operation: string, audience: Audience][] =>
  Object.entries(areas[area].operations)
    .map(([operation, { audience }]): [string, Audience] => [operation, audience])
    .filter(([, audience]) => triedRoles(audience).includes(role))

describe.each(roles)('%s', (role) => {
  if (role === 'admin without the required second factor') {
    beforeAll(() => setRequiredFactor(true))
    afterAll(() => setRequiredFactor(false))
  }

  const triedAreas = (Object.keys(areas) as AreaName[]).filter((area) => operationsTriedBy(role, area).length > 0)

  test.each(triedAreas)('may do in %s what their audience may, and nothing else', async (area) => {
    const tried = operationsTriedBy(role, area)
    const wrong: string[] = []
    for (let at = 0; at < tried.length; at += probesAtOnce) {
      const answers = tried.slice(at, at + probesAtOnce).map((operation) => findWrongAnswer(...operation, role))
      wrong.push(...(await Promise.all(answers)).flat())
    }
    expect(wrong).toEqual([])
  })
})

describe('an object of somebody else looks like one that does not exist', () => {
  let owner: TestPerson
  let stranger: TestPerson
  beforeAll(async () => {
    owner = await createPerson(site)
    stranger = await createPerson(site)
    await site.pool.query(
      `insert into notice (id, audience, account_id, kind, title, body, created_at) values ($1, 'account', $2, 'account', '{}', '{}', $3)`,
      ['01890000-0000-7000-8000-00000000000a', owner.id, site.clock.now()],
    )
  })

  const answerOf = async (method: string, path: string, body?: unknown) => {
    const answer = await site.call(method, path, { headers: stranger.headers, ...(body !== undefined && { body }) })
    const { data: _, ...envelope } = answer.envelope()
    return { http: answer.status, ...envelope, error: answer.failure().error }
  }

  test.each([
    ['a session', (id: string) => answerOf('DELETE', `/api/account/sessions/${id}`), () => owner.sessionId],
    [
      'a notice',
      (id: string) => answerOf('POST', '/api/notices/read', { ids: [id] }),
      () => '01890000-0000-7000-8000-00000000000a',
    ],
    [
      'a profile',
      (id: string) => answerOf('PUT', `/api/user/user/${id}`, { uid: id, nickname: 'Mallory' }),
      () => owner.id,
    ],
  ])('%s', async (_, ask, existing) => {
    const theirs = await ask(existing())
    expect(theirs).toEqual(await ask(nobody))
    expect(theirs.status).toBe(404)
  })
})
