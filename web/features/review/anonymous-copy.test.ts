import { expect, test } from 'vitest'
import { askForCopy, awaitCopy, type CopyState } from './anonymous-copy.ts'

const answering =
  (status: number, body: string): typeof fetch =>
  async () =>
    new Response(body, { status })
const refusing = (status: number, error: string) =>
  answering(status, JSON.stringify({ success: false, data: { error } }))

test('a copy that is being made is told from one that cannot be read', async () => {
  const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const answers = [
    answering(206, 'x'),
    answering(200, 'whole'),
    refusing(409, 'file.notReady'),
    refusing(409, 'review.closed'),
    refusing(404, 'file.notFound'),
    answering(502, '<html>'),
    offline,
  ]
  expect(await Promise.all(answers.map((send) => askForCopy('/api/review/files/t/1', send)))).toEqual([
    'ready',
    'ready',
    'pending',
    'failed',
    'failed',
    'failed',
    'failed',
  ])
})

const awaited = async (states: CopyState[], signal = new AbortController().signal) => {
  const rest = [...states]
  let pauses = 0
  const state = await awaitCopy(
    async () => rest.shift()!,
    async () => {
      pauses += 1
    },
    signal,
  )
  return { state, pauses, rest }
}

test('it is asked for again until it is there, or something else is wrong', async () => {
  expect(await awaited(['pending', 'pending', 'ready', 'failed'])).toEqual({
    state: 'ready',
    pauses: 3,
    rest: ['failed'],
  })
  expect(await awaited(['pending', 'failed', 'ready'])).toEqual({ state: 'failed', pauses: 2, rest: ['ready'] })
})

test('nobody asks for it after the page has closed', async () => {
  expect(await awaited(['ready'], AbortSignal.abort())).toEqual({ state: undefined, pauses: 0, rest: ['ready'] })
})
