import { minPartBytes } from '@lectern/contract/files/part-values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../../request/client.ts'
import { RequestError } from '../../request/request-error.ts'
import { createPartSender } from './part-sender.ts'
import type { SenderEvents } from './sender.ts'

/** A request to the bucket, which the test answers. */
class FakeRequest extends EventTarget {
  static readonly all: FakeRequest[] = []
  upload = new EventTarget()
  status = 0
  url = ''
  isAborted = false
  open(_method: string, url: string): void {
    this.url = url
    FakeRequest.all.push(this)
  }
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.isAborted = true
  }
  answer(status: number): void {
    this.status = status
    this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
  }
}

beforeEach(() => {
  FakeRequest.all.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

const file = new File([Buffer.alloc(4 * minPartBytes)], 'film.mp4')

const refusal = (status: number, error: string): RequestError =>
  new RequestError('BizError', error, { url: '', response: new Response(null, { status }), data: { data: { error } } })

/** A sender of four parts; the site has links for everything unless `refuse` says otherwise. */
const setUp = (stored: { number: number; sha256: string | null }[] = []) => {
  const calls: string[] = []
  const told: string[] = []
  let refuse: (path: string) => RequestError | undefined = () => undefined
  const client = (async (
    { method, path }: { method: string; path: string },
    input: { body?: { parts?: { number: number }[] } },
  ) => {
    const numbers = input.body?.parts?.map(({ number }) => number)
    calls.push([method, path.split('/').at(-1), ...(numbers ?? [])].join(' '))
    const error = refuse(path)
    if (error) throw error
    if (method === 'GET') return { partBytes: minPartBytes, parts: stored }
    return { links: (numbers ?? []).map((number) => ({ number, url: `part ${number}` })) }
  }) as unknown as Client
  const note = (name: string) => () => void told.push(name)
  const events: SenderEvents = {
    onUrl: () => undefined,
    onProgress: () => undefined,
    onAlive: () => undefined,
    onPiece: note('piece'),
    onArrived: note('arrived'),
    onError: ({ status, error }) => void told.push(`error ${status} ${error ?? ''}`.trim()),
    onUnreachable: note('unreachable'),
    speed: () => undefined,
  }
  let read = 0
  const openHasher = () => ({
    next: async () => {
      read += 1
      return { number: read, sha256: `hash ${read}`, ...(read === 4 && { whole: 'whole' }) }
    },
    close: () => undefined,
  })
  const sender = createPartSender(
    { file, client, url: '/api/uploads/one', partBytes: minPartBytes, openHasher },
    events,
  )
  return { sender, calls, told, refuseWith: (next: typeof refuse) => (refuse = next) }
}

const running = (): string[] =>
  FakeRequest.all.filter(({ isAborted, status }) => !isAborted && status === 0).map(({ url }) => url)
const answer = (url: string, status: number): void =>
  FakeRequest.all.findLast((request) => request.url === url)!.answer(status)

test('three parts are under way at once, and the upload is completed when all have arrived', async () => {
  const { sender, calls, told } = setUp()
  sender.start()
  await vi.waitFor(() => expect(running()).toEqual(['part 1', 'part 2', 'part 3']))
  answer('part 2', 200)
  await vi.waitFor(() => expect(running()).toEqual(['part 1', 'part 3', 'part 4']))
  for (const url of running()) answer(url, 200)
  await vi.waitFor(() => expect(told).toEqual(['piece', 'piece', 'piece', 'piece', 'arrived']))
  expect(calls.at(-1)).toBe('POST completion')
  sender.close()
})

test('parts that the bucket has are not sent again, unless they are of another file', async () => {
  const { sender } = setUp([
    { number: 1, sha256: 'hash 1' },
    { number: 2, sha256: 'of another file' },
    { number: 3, sha256: null },
  ])
  sender.start()
  await vi.waitFor(() => expect(running()).toEqual(['part 2', 'part 4']))
  sender.close()
})

test('a link that is too old, or a bucket that fails, leads to another attempt with new links', async () => {
  const { sender, told } = setUp([{ number: 1, sha256: null }])
  sender.start()
  await vi.waitFor(() => expect(running().length).toBe(3))
  answer('part 3', 403)
  expect([told, running()]).toEqual([['error 0'], []])
  sender.start()
  await vi.waitFor(() => expect(running()).toEqual(['part 2', 'part 3', 'part 4']))
  sender.close()
})

test('a bucket that takes not a single part is out of reach', async () => {
  const { sender, told } = setUp()
  sender.start()
  await vi.waitFor(() => expect(running().length).toBeGreaterThan(0))
  answer('part 1', 0)
  sender.start()
  await vi.waitFor(() => expect(running().length).toBeGreaterThan(0))
  answer('part 1', 0)
  expect(told).toEqual(['error 0', 'unreachable'])
  sender.close()
})

test('who may not send any more is told why, and nothing is under way', async () => {
  const { sender, told, refuseWith } = setUp()
  refuseWith((path) => (path.endsWith('parts') ? refusal(409, 'work.closed') : undefined))
  sender.start()
  await vi.waitFor(() => expect(told).toEqual(['error 409 work.closed']))
  expect(running()).toEqual([])
  sender.close()
})

test('a pause ends what is under way, and sending goes on with the parts that are missing', async () => {
  const { sender, told } = setUp()
  sender.start()
  await vi.waitFor(() => expect(running()).toEqual(['part 1', 'part 2', 'part 3']))
  answer('part 1', 200)
  await sender.stop()
  expect(running()).toEqual([])
  sender.start()
  await vi.waitFor(() => expect(running()).toEqual(['part 2', 'part 3', 'part 4']))
  expect(told).toEqual(['piece'])
  sender.close()
})
