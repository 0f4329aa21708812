import { success } from '@lectern/contract/answer-codes.ts'
import { failureEnvelope } from '@lectern/contract/envelope.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwner } from './testing/owners.ts'
import { createPerson, createSession, type TestPerson } from './testing/people.ts'
import { findSample, startDemoSite, type Sample } from './testing/route-samples.ts'
import type { Answer, TestSite } from './testing/site.ts'
import { tableDigests } from './testing/table-digests.ts'

// Rules for every route, present and future: the list comes from the program itself.

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

interface Operation extends Sample {
  name: string
  method: string
  template: string
  /** The parameters of its query. */
  parameters: string[]
  body: Schema | undefined
}

interface Described {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

let site: TestSite
let organiser: TestPerson
let person: TestPerson
let operations: Operation[]

const describeOperations = async (): Promise<Operation[]> => {
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as {
    paths: Record<string, Record<string, Described>>
  }
  const listed: Operation[] = []
  for (const [template, methods] of Object.entries(paths))
    for (const [verb, { parameters, requestBody }] of Object.entries(methods)) {
      const method = verb.toUpperCase()
      listed.push({
        ...(await findSample(site, { method, template }, organiser.headers)),
        name: `${method} ${template}`,
        method,
        template,
        parameters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: requestBody?.content['application/json']?.schema,
      })
    }
  return listed
}

beforeAll(async () => {
  site = await startDemoSite()
  organiser = await createOwner(site, { access: 'admin' })
  const { rows } = await site.pool.query<{ id: AccountId; username: string }>(
    `select account.id, username from account join team_member on account_id = account.id order by username limit 1`,
  )
  person = { ...rows[0]!, ...(await createSession(site, rows[0]!.id)) }
  operations = await describeOperations()
})
afterAll(() => site.close())

test('every route is asked for something that exists, and that its reader is shown', () => {
  const refused = operations.filter(({ refusal }) => refusal !== undefined)
  expect(refused.map(({ name, refusal }) => [name, refusal])).toEqual([])
})

/** Counted on purpose, and written later. */
const counters = ['article_view', 'material_download']

const stored = () => tableDigests(site, counters)

const changing = (): Operation[] =>
  operations.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
const reading = (): Operation[] => operations.filter(({ method }) => method === 'GET')
const isStream = ({ template }: Operation): boolean => template === '/api/notices/live'

const errorOf = ({ text, envelope }: Answer): string | undefined =>
  text.startsWith('{') && envelope().code !== success ? failureEnvelope.parse(envelope()).data?.error : undefined

type Answered = [name: string, status: number, error: string | undefined]

let rounds = 0

/** Each round comes from its own network, because of the rate limit. */
const ask = async (
  which: Operation[],
  request: (operation: Operation) => Parameters<TestSite['call']>[2] & { query?: string },
): Promise<Answered[]> => {
  rounds += 1
  const network = { 'x-forwarded-for': `192.0.2.${rounds}` }
  const called = which.map(async (operation): Promise<Answered> => {
    const { query = '', ...call } = request(operation)
    const headers = { ...operation.headers, ...network, ...call.headers }
    const answer = await site.call(operation.method, operation.path + query, { ...call, headers })
    return [operation.name, answer.status, errorOf(answer)]
  })
  return Promise.all(called)
}

/** Those with another result. */
const others = (outcomes: Answered[], status: number, error: string): Answered[] =>
  outcomes.filter((one) => one[1] !== status || one[2] !== error)

describe('every route that changes something', () => {
  test('refuses a page of another site, however it asks, and nothing is changed', async () => {
    expect(changing().length).toBeGreaterThan(60)
    const before = await stored()
    const json = { 'content-type': 'application/json' }
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect(
        others(
          await ask(changing(), () => ({ headers: { ...json, ...headers }, body: '{}' })),
          403,
          'request.foreignOrigin',
        ),
      ).toEqual([])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        others(
          await ask(changing(), () => ({ headers: { 'content-type': type }, body: '{}' })),
          403,
          'request.foreignOrigin',
        ),
      ).toEqual([])
    expect(await stored()).toEqual(before)
  })
})

describe('every route that takes a body', () => {
  const taking = (): Operation[] => changing().filter(({ body }) => body)

  test('refuses one of another type, whatever it says', async () => {
    for (const type of ['application/xml', 'text/json', 'application/octet-stream'])
      expect(
        others(
          await ask(taking(), () => ({ headers: { 'content-type': type }, body: '{}' })),
          415,
          'request.unsupportedType',
        ),
      ).toEqual([])
  })

  test('refuses what is no object, and fields that it does not know, and nothing is changed', async () => {
    const before = await stored()
    const headers = { 'content-type': 'application/json' }
    for (const body of [
      '[]',
      '"text"',
      'null',
      '{"nothing":"of this"}',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
    ]) {
      const outcomes = await ask(taking(), () => ({ headers, body }))
      expect([body, outcomes.filter(([, status]) => status !== 422 && status !== 400)]).toEqual([body, []])
    }
    expect(await stored()).toEqual(before)
  })

  test('refuses a megabyte, and nothing is changed', async () => {
    const before = await stored()
    const headers = { 'content-type': 'application/json' }
    const megabyte = 'x'.repeat(1_000_000)
    const fieldOf = ({ body }: Operation): string => Object.keys(body?.properties ?? {})[0] ?? 'any'
    const outcomes: Answered[] = []
    // A few at a time: a hundred megabytes at once would test something else.
    for (let first = 0; first < taking().length; first += 20)
      outcomes.push(
        ...(await ask(taking().slice(first, first + 20), (operation) => ({
          headers,
          body: JSON.stringify({ [fieldOf(operation)]: megabyte }),
        }))),
      )
    expect(outcomes.filter(([, status]) => status !== 422 && status !== 413)).toEqual([])
    expect(await stored()).toEqual(before)
  })

  /** Parts of a schema that accept unlimited length or any key. */
  const open = (schema: Schema, at = ''): string[] => {
    const {
      type,
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
      allOf = [],
    } = schema as Schema & {
      type?: string
      oneOf?: Schema[]
      allOf?: Schema[]
    }
    const isBound = ['enum', 'const', 'maxLength', 'format', 'pattern'].some((word) => word in schema)
    const record = schema['additionalProperties']
    const isOpen = type === 'object' && (record === undefined || record === true)
    return [
      ...(type === 'string' && !isBound ? [at] : []),
      ...(type === 'array' && !('maxItems' in schema) ? [`${at}[]`] : []),
      ...(isOpen ? [`${at}{}`] : []),
      ...(typeof record === 'object' ? open(record as Schema, `${at}.*`) : []),
      ...Object.entries(properties).flatMap(([name, property]) => open(property, `${at}.${name}`)),
      ...(items ? open(items, `${at}[]`) : []),
      ...[...anyOf, ...oneOf, ...allOf].flatMap((choice) => open(choice, at)),
    ]
  }

  test('says how long each text and each list may be, and takes no other fields', () => {
    const found = taking().flatMap(({ name, body }) => open(body!).map((place) => `${name} ${place}`))
    expect(found).toEqual([])
  })
})

describe('every route', () => {
  test('refuses a parameter that it does not know, and one that comes twice', async () => {
    const known = operations.filter((operation) => !isStream(operation) && operation.method !== 'OPTIONS')
    const unknown = await ask(known, () => ({ query: '?nothing=of-this' }))
    // Uploads need a file first; a response with headers only has no error name.
    const isNotified = ([name, status, error]: Answered): boolean =>
      error === 'request.invalid' || error === 'request.unsupportedType' || (name.startsWith('HEAD ') && status === 422)
    expect(unknown.filter((outcomes) => !isNotified(outcomes))).toEqual([])
    const asked = reading().flatMap((operation) => operation.parameters.map((name) => ({ ...operation, twice: name })))
    const twice = await ask(asked, (operation) => {
      const { twice: name } = operation as (typeof asked)[number]
      return { query: `?${name}=1&${name}=2` }
    })
    expect(others(twice, 422, 'request.invalid')).toEqual([])
  })

  test('that only some may call answers for one browser alone, to all who ask', async () => {
    const visitor: { headers: Record<string, string> } = { headers: {} }
    const readers = [visitor, organiser, person, await createPerson(site)]
    const asked = reading().filter((operation) => !isStream(operation))
    const outcomes = await Promise.all(
      asked.map(async ({ name, path, query }) => {
        // Each from its own network, because of the rate limit.
        const answers = await Promise.all(
          readers.map(({ headers }, index) =>
            site.get(path + query, { ...headers, 'x-forwarded-for': `198.51.100.${index}` }),
          ),
        )
        const isForSome = answers[0]!.status === 401
        return { name, isForSome, kept: answers.map(({ headers }) => headers.get('cache-control')) }
      }),
    )
    const forSome = outcomes.filter(({ isForSome }) => isForSome)
    expect(forSome.length).toBeGreaterThan(30)
    expect(forSome.filter(({ kept }) => kept.some((value) => value !== 'no-store'))).toEqual([])
  })
})

test('reading changes nothing, whoever reads what', async () => {
  // Exports of personal data, and what experts take along, are audited on purpose.
  const isAudited = ({ template }: Operation): boolean =>
    template.endsWith('/export') ||
    ['/api/activities/{id}/files', '/api/review/rounds/{round}/works.zip'].includes(template)
  // Verifications are counted on purpose: whoever walks through numbers is slowed down.
  const isCounted = ({ template }: Operation): boolean => template.startsWith('/api/certificate-verification')
  const read = reading().filter((operation) => !isStream(operation) && !isAudited(operation) && !isCounted(operation))
  const before = await stored()
  for (const [number, headers] of [undefined, {}, person.headers, organiser.headers].entries())
    for (const method of ['GET', 'HEAD'])
      await Promise.all(
        read.map(({ path, query, headers: own }) =>
          // Several networks, because of the rate limit.
          site.call(method, path + query, {
            headers: { ...(headers ?? own), 'x-forwarded-for': `203.0.113.${2 * number + (method === 'GET' ? 0 : 1)}` },
          }),
        ),
      )
  expect(await stored()).toEqual(before)
})
