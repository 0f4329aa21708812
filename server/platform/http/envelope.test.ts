import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { catalogue, type ErrorName } from '@lectern/contract/errors.ts'
import { locales } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { AppError } from '../failure.ts'
import { t } from '../messages.ts'
import { failureEnvelope } from './failures.ts'

let site: TestSite
let act: () => Promise<void> | void = () => undefined

beforeAll(async () => {
  site = await startSite({ extraRoutes: probeRoutes(() => act()) })
})
afterAll(() => site.close())

const english = { 'accept-language': 'en-US' }
const save = (body: unknown, query = ''): Promise<Answer> =>
  site.call('POST', `${probePath}${query}`, { headers: english, body })
const fieldsOf = (answer: Answer): FieldProblem[] => answer.failure().fields!

describe('a success', () => {
  test('is an envelope with the data of the contract and nothing else', async () => {
    const answer = await save({ name: 'Li', age: 30, password: 'x' })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      code: 200,
      status: 0,
      message: 'Success',
      msg: 'Success',
      data: { name: 'Li', age: 30 },
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('says so in the language of the caller', async () => {
    const said = await Promise.all(
      locales.map(async (locale) => (await site.get('/api/news', { 'accept-language': locale })).envelope().message),
    )
    expect(said).toEqual(locales.map((locale) => t(locale, 'success')))
    expect(new Set(said).size).toBeGreaterThanOrEqual(4)
  })

  test.each(['/api/user/currentUser', '/user/currentUser'])(
    '%s tells a visitor 4002 without data, as HTTP 200',
    async (path) => {
      const answer = await site.get(path, english)
      expect(answer.status).toBe(200)
      expect(answer.json()).toEqual({
        code: 4002,
        status: 0,
        message: 'You are not signed in.',
        msg: 'You are not signed in.',
        data: null,
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )
})

describe('a failure', () => {
  const sampleOf = (name: ErrorName): Record<string, string | number> =>
    Object.fromEntries(Object.entries(catalogue[name].params).map(([key, kind]) => [key, kind === 'number' ? 30 : key]))
  const names = Object.keys(catalogue) as ErrorName[]

  test.each(names.filter((name) => catalogue[name].status !== 200))(
    '%s is answered with its status, code, message and request id',
    async (name) => {
      const { code, status, showType } = catalogue[name]
      const params = sampleOf(name)
      act = () => {
        throw new AppError(name, params)
      }
      const answer = await site.get(probePath, english)
      act = () => undefined
      const message = t('en-US', `error.${name}`, params)
      const { requestId } = answer.failure()
      expect(answer.status).toBe(status)
      expect(answer.json()).toEqual({
        code,
        status,
        message,
        msg: message,
        data: { error: name, showType, requestId, ...(Object.keys(params).length > 0 && { params }) },
      })
      expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  test.each(locales)('has words for every error of the catalogue in %s', (locale) => {
    for (const name of names) {
      const { message } = failureEnvelope(new AppError(name, sampleOf(name)), locale, 'r-1')
      expect([name, message.length > 3]).toEqual([name, true])
    }
  })

  test('that nobody expected shows nothing but its request id', async () => {
    act = () => {
      throw new Error('the secret sauce at /srv/lectern')
    }
    const answer = await site.get(probePath, english)
    act = () => undefined
    const { requestId } = answer.failure()
    const message = `Something went wrong on our side. If it happens again, please tell us this number: ${requestId}`
    expect(answer.status).toBe(500)
    expect(answer.json()).toEqual({
      code: 10201,
      status: 500,
      message,
      msg: message,
      data: { error: 'server.failed', showType: 2, requestId, params: { requestId } },
    })
    const logged = site.log.filter((line) => line.requestId === requestId)
    expect(logged.map(({ msg }) => msg)).toEqual(['server.failed', 'answered'])
    expect(JSON.stringify(logged[0])).toContain('the secret sauce at /srv/lectern')
  })

  test.each([
    ['/api/nothing', 404, 'resource.notFound'],
    ['/api', 404, 'resource.notFound'],
    ['/user/nothing', 404, 'resource.notFound'],
    ['/user/dist/nothing.js', 404, 'resource.notFound'],
    ['/favicon.png', 404, 'resource.notFound'],
  ])('%s is an envelope', async (path, status, error) => {
    const answer = await site.get(path)
    expect([answer.status, answer.failure().error]).toEqual([status, error])
  })

  test('is the answer to a method that an address does not have', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await site.call(method, '/api/news', { body: {} })
      expect([method, answer.status, answer.failure().error]).toEqual([method, 404, 'resource.notFound'])
    }
  })
})

describe('a refused input', () => {
  test('reports every problem at once, each with its path', async () => {
    const answer = await save(
      { name: 'too long', age: 0, tags: ['a', 2], since: 'yesterday', extra: 1, other: 2 },
      '?mode=slow&page=1',
    )
    expect(answer.status).toBe(422)
    expect(answer.envelope().code).toBe(10001)
    expect(fieldsOf(answer)).toEqual([
      { path: 'mode', message: 'This must be one of: fast, safe' },
      { path: 'page', message: 'This field is not known here' },
      { path: 'name', message: 'This must have at most 5 characters' },
      { path: 'age', message: 'This must be between 1 and 150' },
      { path: 'tags.1', message: 'This must be text' },
      { path: 'since', message: 'This is not a valid date' },
      { path: 'extra', message: 'This field is not known here' },
      { path: 'other', message: 'This field is not known here' },
    ])
  })

  test.each([
    [
      {},
      [
        ['name', 'This is required'],
        ['age', 'This is required'],
      ],
    ],
    [{ name: '', age: 1 }, [['name', 'This is required']]],
    [
      { name: 1, age: '1' },
      [
        ['name', 'This must be text'],
        ['age', 'This must be a number'],
      ],
    ],
    [
      { name: ['Li'], age: [1] },
      [
        ['name', 'This must be text'],
        ['age', 'This must be a number'],
      ],
    ],
    [
      { name: null, age: null },
      [
        ['name', 'This must be text'],
        ['age', 'This must be a number'],
      ],
    ],
    [{ name: { $ne: '' }, age: 1 }, [['name', 'This must be text']]],
    [{ name: 'Li', age: 1.5 }, [['age', 'This must be a whole number']]],
    [{ name: 'Li', age: 151 }, [['age', 'This must be between 1 and 150']]],
    [{ name: 'Li', age: 1, tags: ['a', 'b', 'c'] }, [['tags', 'Choose at most 2 items']]],
    [
      { name: 'Li', age: 1, constructor: 1, toString: 2 },
      [
        ['constructor', 'This field is not known here'],
        ['toString', 'This field is not known here'],
      ],
    ],
    [[], [['', 'This must be an object']]],
    ['"text"', [['', 'This must be an object']]],
    ['null', [['', 'This must be an object']]],
  ])('%j is refused field by field', async (body, expected) => {
    const answer = await site.call('POST', probePath, {
      headers: { ...english, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer)).toEqual(expected.map(([path, message]) => ({ path, message })))
  })

  test.each([
    '{"__proto__":{"admin":true},"name":"Li","age":1}',
    '{"name":"Li","age":1,"constructor":{"prototype":{"admin":true}}}',
  ])('%s is refused and changes no prototype', async (body) => {
    const answer = await site.call('POST', probePath, { headers: { 'content-type': 'application/json' }, body })
    expect([400, 422]).toContain(answer.status)
    expect(({} as { admin?: boolean }).admin).toBe(undefined)
  })

  test.each([
    ['?page=1&page=2', ['page']],
    ['?search=a&search=b', ['search']],
    ['?page[]=1', ['page[]']],
    ['?page[a]=1', ['page[a]']],
    ['?__proto__=1', ['__proto__']],
    ['?__proto__[admin]=1', ['__proto__[admin]']],
    ['?constructor=1&hasOwnProperty=2', ['constructor', 'hasOwnProperty']],
    ['?category=', ['category']],
    ['?category=ANNOUNCEMENT', ['category']],
    ['?Page=1', ['Page']],
    ['?lang=en-US', ['lang']],
  ])('the parameters %s are refused', async (query, paths) => {
    const answer = await site.get(`/api/news${query}`)
    expect(answer.status).toBe(422)
    expect(fieldsOf(answer).map(({ path }) => path)).toEqual(paths)
  })

  test('an endpoint without parameters and body takes none', async () => {
    expect((await site.get('/version?x=1')).status).toBe(422)
    const answer = await site.call('GET', '/livez?a=1&b=2')
    expect(fieldsOf(answer).map(({ path }) => path)).toEqual(['a', 'b'])
  })

  test('names at most a hundred problems and no endless path', async () => {
    const body = Object.fromEntries(
      Array.from({ length: 150 }, (_, count) => [`${count}`.padStart(count === 0 ? 300 : 80, 'k'), 1]),
    )
    const fields = fieldsOf(await save(body))
    expect(fields.length).toBe(100)
    expect(Math.max(...fields.map(({ path }) => path.length))).toBe(200)
  })

  test('is explained in the language of the caller, message and fields alike', async () => {
    const answers = await Promise.all(
      locales.map(async (locale) => {
        const answer = await site.get('/api/news?page=0&x=1', { 'accept-language': locale })
        return [answer.envelope().message, ...fieldsOf(answer).map(({ message }) => message)]
      }),
    )
    expect(answers).toEqual(
      locales.map((locale) => [
        t(locale, 'error.request.invalid'),
        t(locale, 'validation.range', { min: 1, max: 100_000 }),
        t(locale, 'validation.unknown'),
      ]),
    )
    expect(new Set(answers.map(String)).size).toBe(5)
  })

  test.each([
    ['', 'zh-CN'],
    ['*', 'zh-CN'],
    ['fr', 'zh-CN'],
    ['en-GB', 'en-US'],
    ['zh-Hant-HK', 'zh-TW'],
    ['fr;q=1, pt-PT;q=0.5, en;q=0.9', 'en-US'],
    ['id;q=0, en', 'en-US'],
    ['en;q=x', 'en-US'],
    [',,,;;;q=,', 'zh-CN'],
  ] as const)('Accept-Language %j is answered in %s', async (header, locale) => {
    const answer = await site.get('/api/nothing', { 'accept-language': header })
    expect(answer.envelope().message).toBe(t(locale, 'error.resource.notFound'))
  })
})
