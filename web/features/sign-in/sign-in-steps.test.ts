import { expect, it } from 'vitest'
import { createClient } from '../../request/client.ts'
import { RequestError } from '../../request/request-error.ts'
import { createRequest } from '../../request/request.ts'
import { answering, json, recordingHost } from '../../request/testing/recording-host.ts'
import { stepAfter } from './sign-in-steps.ts'

const documents = [{ id: 'd1', name: 'privacy', version: 2, title: 'Privacy', locale: 'en-US', publishedAt: '' }]

const { fetch } = answering(() => json({ code: 200, status: 0, message: '', msg: '', data: { list: documents } }))
const client = createClient(createRequest(recordingHost(fetch).host))

const failing = (error: string): RequestError =>
  new RequestError('ResponseError', '', { url: '/api/account/login', data: { data: { error } } })

it('a second factor and consent are requested when the server requires them', async () => {
  const from = { name: 'credentials' } as const
  expect(await stepAfter(client, from, failing('secondFactor.required'))).toEqual({
    name: 'secondFactor',
    asks: 'code',
  })
  expect(await stepAfter(client, from, failing('secondFactor.orPasskey'))).toEqual({
    name: 'secondFactor',
    asks: 'either',
  })
  expect(await stepAfter(client, from, failing('passkey.required'))).toEqual({ name: 'secondFactor', asks: 'passkey' })
  expect(await stepAfter(client, from, failing('consent.required'))).toEqual({ name: 'consent', documents })
})

it('a code that expired while the documents were read is requested again, with the reason', async () => {
  const error = failing('secondFactor.wrong')
  expect(await stepAfter(client, { name: 'consent', documents: [] }, error)).toEqual({
    name: 'secondFactor',
    asks: 'code',
    problem: error,
  })
  await expect(stepAfter(client, { name: 'secondFactor', asks: 'code' }, error)).rejects.toBe(error)
})

it('any other error is thrown', async () => {
  const error = failing('signIn.wrong')
  await expect(stepAfter(client, { name: 'credentials' }, error)).rejects.toBe(error)
})
