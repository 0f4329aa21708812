import { locales, type Locale } from '@lectern/contract/locales.ts'
import { describe, expect, test } from 'vitest'
import { describeStatus } from './http-status.ts'
import { answering, json, recordingHost, translator } from './testing/recording-host.ts'
import { createRequest } from './request.ts'
import { failureOf, RequestError } from './request-error.ts'

/** What the user sees and what the caller gets for a response. */
const outcomeOf = async (answer: Response, url = '/api/teams', locale: Locale = 'en-US') => {
  const { host, seen } = recordingHost(answering(() => answer).fetch, { translate: translator(locale) })
  const error = await createRequest(host)(url).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof RequestError)) throw new Error('not a request error', { cause: error })
  return { seen, error }
}

const failure = (showType: number | undefined, more: object = {}) => ({
  code: 20101,
  status: 404,
  message: 'This article is gone.',
  msg: 'This article is gone.',
  data: { error: 'news.notFound', showType, requestId: 'r1', ...more },
})

describe('an error of the catalogue is presented by its showType, and thrown', () => {
  const page = '/exception?errorCode=20101&errorMessage=This+article+is+gone.'
  test.each([
    { showType: 0, presented: [] },
    { showType: 1, presented: [['warning', 'This article is gone.']] },
    { showType: 2, presented: [['error', 'This article is gone.']] },
    { showType: 4, presented: [['notification', '20101', 'This article is gone.']] },
    { showType: 9, presented: [['redirect', page]] },
    { showType: 3, presented: [['error', 'This article is gone.']] },
    { showType: undefined, presented: [['error', 'This article is gone.']] },
  ])('showType $showType', async ({ showType, presented }) => {
    for (const [httpStatus, name] of [
      [404, 'ResponseError'],
      [200, 'BizError'],
    ] as const) {
      const { seen, error } = await outcomeOf(json(failure(showType), { status: httpStatus }))
      expect(seen).toEqual(presented)
      expect(error).toMatchObject({
        name,
        message: 'This article is gone.',
        data: JSON.parse(JSON.stringify(failure(showType))),
      })
      expect(error?.info).toEqual({ success: false, errorCode: 20101, errorMessage: 'This article is gone.', showType })
      expect(error?.response?.status).toBe(httpStatus)
    }
  })
})

describe('a body that is error info is presented by its showType', () => {
  const page = '/exception?errorCode=E7&errorMessage=Full'
  test.each([
    { showType: 0, presented: [] },
    { showType: 1, presented: [['warning', 'Full']] },
    { showType: 4, presented: [['notification', 'E7', 'Full']] },
    { showType: 9, presented: [['redirect', page]] },
    { showType: undefined, presented: [['error', 'Full']] },
  ])('showType $showType', async ({ showType, presented }) => {
    const info = { success: false, errorMessage: 'Full', errorCode: 'E7', showType }
    const { seen, error } = await outcomeOf(json(info))
    expect(seen).toEqual(presented)
    expect(error).toMatchObject({ name: 'BizError', message: 'Full', info })
  })
})

describe('an HTTP error without an envelope is described by its status', () => {
  const rows: [number, string][] = [
    [400, 'bad request'],
    [401, 'no permission (token, user name or password wrong)'],
    [403, 'authorized but forbidden'],
    [404, 'record does not exist'],
    [405, 'method not allowed'],
    [406, 'format not available'],
    [410, 'resource permanently deleted'],
    [422, 'validation error on create'],
    [500, 'server error'],
    [502, 'gateway error'],
    [503, 'service unavailable'],
    [504, 'gateway timeout'],
  ]
  for (const body of ['', '<h1>proxy</h1>']) {
    test.each(rows)(`%i: %s (body: "${body}")`, async (status, description) => {
      const { seen, error } = await outcomeOf(new Response(body, { status, statusText: 'Not shown' }))
      const toast = ['error', description, `Request error ${status}: /api/teams`]
      expect(seen).toEqual(status === 401 ? [toast, ['signIn']] : [toast])
      expect(error).toMatchObject({ name: 'ResponseError', message: description })
    })
  }

  test('JSON without an envelope and invalid JSON count as no envelope', async () => {
    const toast = ['error', 'gateway error', 'Request error 502: /api/teams']
    expect((await outcomeOf(json({ detail: 'upstream' }, { status: 502 }))).seen).toEqual([toast])
    const broken = new Response('{"code":', { status: 502, headers: { 'content-type': 'application/json' } })
    expect((await outcomeOf(broken)).seen).toEqual([toast])
  })

  test('an unlisted status shows the status text, or the generic message for HTTP/2, which has none', async () => {
    const teapot = await outcomeOf(new Response('', { status: 418, statusText: 'I am a teapot' }))
    expect(teapot.seen).toEqual([['error', 'I am a teapot', 'Request error 418: /api/teams']])
    const wordless = await outcomeOf(new Response('', { status: 418 }))
    expect(wordless.seen).toEqual([['error', 'Request error', 'Request error 418: /api/teams']])
  })

  test.each([
    [200, 'data returned'],
    [201, 'created or modified'],
    [202, 'queued'],
    [204, 'deleted'],
  ])('%i has a description too: %s', (status, description) => {
    const described = describeStatus(status, 'Not shown')
    expect('key' in described && translator('en-US')(described.key)).toBe(description)
  })
})

describe('the envelope takes precedence', () => {
  const other = '/api/teams'
  const currentUser = ['/user/currentUser', '/api/user/currentUser', '/contest/api/user/currentUser?fresh=1']
  const fallback = ['error', 'Request error']
  const toast = ['error', 'Told by message']
  const msgToast = ['error', 'Told by msg']
  const signIn = ['signIn']
  const words = { message: 'Told by message', msg: 'Told by msg' }

  const rows: { says: string; body: object; others: unknown[][]; asCurrentUser: unknown[][] }[] = [
    { says: 'code 302', body: { code: 302, ...words }, others: [signIn], asCurrentUser: [toast] },
    { says: 'status 302', body: { status: 302, ...words }, others: [signIn], asCurrentUser: [] },
    { says: 'code 401', body: { code: 401, ...words }, others: [signIn], asCurrentUser: [signIn] },
    { says: 'status 401', body: { status: 401, ...words }, others: [signIn], asCurrentUser: [signIn] },
    { says: 'code 200 but status 401', body: { code: 200, status: 401 }, others: [signIn], asCurrentUser: [signIn] },
    { says: 'code 4002', body: { code: 4002, status: 200, ...words }, others: [], asCurrentUser: [] },
    { says: 'code 500', body: { code: 500, ...words }, others: [toast], asCurrentUser: [toast] },
    { says: 'code 4002, status 401', body: { code: 4002, status: 401 }, others: [], asCurrentUser: [] },
    {
      says: 'code 500, msg alone',
      body: { code: 500, msg: 'Told by msg' },
      others: [msgToast],
      asCurrentUser: [msgToast],
    },
    { says: 'code 500 and no message', body: { code: 500 }, others: [fallback], asCurrentUser: [fallback] },
    {
      says: 'code 500 and status 0',
      body: { code: 500, status: 0, ...words },
      others: [toast],
      asCurrentUser: [toast],
    },
    { says: 'no code, status 7', body: { status: 7, ...words }, others: [msgToast], asCurrentUser: [] },
    { says: 'no code, status 7, no msg', body: { status: 7 }, others: [fallback], asCurrentUser: [] },
    {
      says: 'no code, success false',
      body: { success: false, errorMessage: 'Told by message', errorCode: 'E7' },
      others: [toast],
      asCurrentUser: [toast],
    },
    {
      says: 'no code, success false, no message',
      body: { success: false },
      others: [fallback],
      asCurrentUser: [fallback],
    },
    { says: 'code null, status 7', body: { code: null, status: 7 }, others: [fallback], asCurrentUser: [] },
  ]
  for (const httpStatus of [200, 400]) {
    test.each(rows)(`$says, sent with HTTP ${httpStatus}`, async ({ body, others, asCurrentUser }) => {
      const general = await outcomeOf(json(body, { status: httpStatus }), other)
      expect(general.seen).toEqual(others)
      expect(general.error?.info?.success).toBe(false)
      for (const url of currentUser) {
        const exempt = await outcomeOf(json(body, { status: httpStatus }), url)
        expect(exempt.seen).toEqual(asCurrentUser)
        expect(exempt.error?.info?.success).toBe(false)
      }
    })
  }

  test('only the request for the current user is exempt', async () => {
    for (const url of ['/api/users?from=/user/currentUser', '/user/currentUserName', '/user/currentUser/teams']) {
      expect((await outcomeOf(json({ status: 302 }), url)).seen).toEqual([signIn])
    }
  })

  test('code 200, or no code and status 0, or neither, is success', async () => {
    for (const body of [
      { code: 200, status: 0 },
      { code: 200, status: 7 },
      { code: 200, success: false },
      { status: 0 },
      { name: 'Ada' },
      [],
      null,
    ]) {
      expect(await outcomeOf(json(body))).toEqual({ seen: [], error: undefined })
    }
  })

  test('an HTTP 401 leads to the login page whatever code its envelope has', async () => {
    expect((await outcomeOf(json(failure(2), { status: 401 }))).seen).toEqual([signIn])
  })

  test('the fallback message is Chinese for a Chinese reader', async () => {
    expect((await outcomeOf(json({ status: 7 }), other, 'zh-CN')).seen).toEqual([['error', '请求错误']])
  })
})

describe('each failure is shown once', () => {
  test('field problems are left to the form, which reads them from the error', async () => {
    const fields = [{ path: 'name', message: 'Required' }]
    for (const showType of [undefined, 0, 1, 2, 4, 9]) {
      const { seen, error } = await outcomeOf(json(failure(showType, { fields }), { status: 422 }))
      expect(seen).toEqual([])
      expect(failureOf(error)?.fields).toEqual(fields)
    }
  })

  test('an empty list of field problems hides nothing', async () => {
    const { seen } = await outcomeOf(json(failure(2, { fields: [] }), { status: 422 }))
    expect(seen).toEqual([['error', 'This article is gone.']])
  })

  test('an envelope takes precedence over the message of its HTTP status', async () => {
    const { seen } = await outcomeOf(json({ code: 1, message: 'Full', data: null }, { status: 500 }))
    expect(seen).toEqual([['error', 'Full']])
  })
})

test('every language has the same messages with the same placeholders', () => {
  const keys = [
    'request.failed',
    'request.retry',
    'request.unreachable',
    'request.networkFailed',
    'request.timedOut',
    'request.aborted',
  ] as const
  for (const locale of locales) {
    const translate = translator(locale)
    for (const key of keys) expect(translate(key)).not.toMatch(/[{}]/)
    const title = translate('request.httpError', { status: '404', url: '/api/{x}' })
    expect(title).toMatch(/404.*\/api\/\{x\}$/)
    for (const status of [200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504]) {
      const described = describeStatus(status, '')
      expect('key' in described && translate(described.key)).toBeTruthy()
    }
  }
})
