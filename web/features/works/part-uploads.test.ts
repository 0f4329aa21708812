import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import type { ShownPart } from '@lectern/contract/works/works.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { FileState } from '../files/file-state.ts'
import { storeUnfinishedUpload } from '../files/unfinished-uploads.ts'
import type { startUpload } from '../files/upload-run.ts'
import { createPartUploads } from './part-uploads.ts'

afterEach(() => vi.unstubAllGlobals())

const part: ShownPart = {
  id: 'plan',
  kind: 'document',
  label: 'Lesson plan',
  help: '',
  required: true,
  minFiles: 1,
  maxFiles: 5,
  types: ['application/pdf'],
  maxBytes: 10,
  limits: {},
  forExperts: true,
  forPublic: false,
}

type Begun = Parameters<typeof startUpload>[0] & { calls: string[] }

/** A queue whose uploads the test moves on. */
const setUp = () => {
  const begun: Begun[] = []
  const stored: FileId[] = []
  const queue = createPartUploads({
    client: () => Promise.reject(new Error('nothing is asked')),
    workId: 'work' as WorkId,
    locale: 'en-US',
    onStored: (id) => void stored.push(id),
    begin: (options) => {
      const calls: string[] = []
      begun.push({ ...options, calls })
      options.onState({ kind: 'sending', sent: 0 })
      const note = (call: string) => () => void calls.push(call)
      return { pause: note('pause'), resume: note('resume'), cancel: note('cancel'), leave: note('leave') }
    },
  })
  const add = (name: string, content = 'text', replaces?: FileId) =>
    queue.add(part, new File([content], name, { lastModified: 0 }), replaces)
  return { queue, begun, stored, add, kinds: () => queue.list.map(({ state }) => state.kind) }
}

const arrived = (id: string) => ({ kind: 'stored', file: { id: id as FileId } as FileState }) as const

test('files that were refused are dropped from their part when others are chosen; what is on its way stays', async () => {
  const { queue, add, kinds } = setUp()
  await add('plan.docx')
  queue.refuseSurplus(part, new File(['text'], 'surplus.pdf'))
  await add('plan.pdf')
  queue.dropRefused('another part')
  expect(kinds()).toEqual(['refused', 'refused', 'sending'])
  queue.dropRefused(part.id)
  expect(kinds()).toEqual(['sending'])
})

test('a file that breaks a rule is refused without being sent, and keeps nobody on the page', async () => {
  const { queue, begun, add } = setUp()
  await add('plan.docx')
  await add('plan.pdf', 'longer than ten bytes')
  await add('empty.pdf', '')
  expect(queue.list.map(({ state }) => state.kind === 'refused' && state.findings.map(({ code }) => code))).toEqual([
    ['wrongType'],
    ['tooLarge'],
    ['empty'],
  ])
  expect([begun, queue.isBusy]).toEqual([[], false])
})

test('a file without a place is named, not sent, and keeps nobody on the page', () => {
  const { queue, begun } = setUp()
  queue.refuseSurplus(part, new File(['text'], 'sixth.pdf'))
  expect(queue.list.map(({ file, state }) => [file.name, state])).toEqual([
    ['sixth.pdf', { kind: 'refused', findings: [], reason: 'surplus' }],
  ])
  expect([begun, queue.isBusy]).toEqual([[], false])
  queue.cancel(queue.list[0]!.key)
  expect(queue.list).toEqual([])
})

test('two files are sent at a time, in the order in which they were chosen', async () => {
  const { begun, stored, add, kinds } = setUp()
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) await add(name)
  expect(kinds()).toEqual(['sending', 'sending', 'waiting', 'waiting'])
  begun[0]!.onState(arrived('a'))
  expect([stored, kinds(), begun.map(({ file }) => file.name)]).toEqual([
    ['a'],
    ['sending', 'sending', 'waiting'],
    ['a.pdf', 'b.pdf', 'c.pdf'],
  ])
})

test('a paused, failed or cancelled upload makes room for the next', async () => {
  const { queue, begun, add, kinds } = setUp()
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']) await add(name)
  begun[0]!.onState({ kind: 'paused', sent: 1 })
  begun[1]!.onState({ kind: 'failed', message: undefined, canTryAgain: true })
  expect(kinds()).toEqual(['paused', 'failed', 'sending', 'sending', 'waiting'])
  queue.cancel(queue.list[2]!.key)
  expect([kinds(), begun[2]!.calls]).toEqual([['paused', 'failed', 'sending', 'sending'], ['cancel']])
})

test('an upload that waits for the network keeps its place', async () => {
  const { begun, add, kinds } = setUp()
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await add(name)
  begun[0]!.onState({ kind: 'cut', isOffline: true, sent: 1 })
  expect(kinds()).toEqual(['cut', 'sending', 'waiting'])
})

test('a failed upload is tried again by a new one, and the old one has ended', async () => {
  const { queue, begun, add, kinds } = setUp()
  await add('a.pdf')
  begun[0]!.onState({ kind: 'failed', message: undefined, canTryAgain: true })
  expect(queue.isBusy).toBe(false)
  queue.again(queue.list[0]!.key)
  expect([kinds(), begun.length, begun[0]!.calls, queue.isBusy]).toEqual([['sending'], 2, ['leave'], true])
})

test('a file that replaces another says so, and does not continue an upload that adds it', async () => {
  const { begun, add } = setUp()
  await add('a.pdf')
  await add('a.pdf', 'text', 'old' as FileId)
  expect(begun.map(({ target }) => target)).toEqual([
    { work: 'work', part: 'plan' },
    { work: 'work', part: 'plan', replaces: 'old' },
  ])
  expect(begun[0]!.slot).not.toBe(begun[1]!.slot)
})

test('a file that is cancelled while it is read is not sent', async () => {
  const { queue, begun, add } = setUp()
  const adding = add('a.pdf')
  queue.cancel(queue.list[0]!.key)
  await adding
  expect([queue.list, begun]).toEqual([[], []])
})

test('uploads can be continued later when the page is left', async () => {
  const { queue, begun, add } = setUp()
  await add('a.pdf')
  queue.close()
  expect(begun[0]!.calls).toEqual(['leave'])
})

/** Storage of a browser. */
const stubStorage = (): void => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
}

const interrupted = { id: 'interrupted', replaces: 'old' } as WorkUpload

test('an interrupted upload goes on with the same file, at its address', async () => {
  stubStorage()
  const before = setUp()
  await before.add('a.pdf', 'text', 'old' as FileId)
  const { slot, mark } = before.begun[0]!
  storeUnfinishedUpload(slot, { url: 'https://lectern.example/api/uploads/interrupted', mark })
  const { queue, begun } = setUp()
  expect(queue.hasUpload(interrupted.id)).toBe(false)
  await queue.resumeWith(part, new File(['text'], 'a.pdf', { lastModified: 0 }), interrupted)
  expect(begun.map(({ url, target }) => [url, target])).toEqual([
    ['https://lectern.example/api/uploads/interrupted', { work: 'work', part: 'plan', replaces: 'old' }],
  ])
  expect(queue.hasUpload(interrupted.id)).toBe(true)
})

test('another file does not go on with an interrupted upload, and is not sent', async () => {
  stubStorage()
  const { queue, begun } = setUp()
  await queue.resumeWith(part, new File(['text'], 'a.pdf', { lastModified: 1 }), interrupted)
  expect(begun).toEqual([])
  expect(queue.list.map(({ state }) => state)).toEqual([{ kind: 'refused', findings: [], reason: 'otherFile' }])
})

test('a page knows the uploads that it has begun, also after they have ended', async () => {
  const { queue, begun, add } = setUp()
  await add('a.pdf')
  begun[0]!.onBegun!('new' as FileId)
  queue.cancel(queue.list[0]!.key)
  expect([queue.hasUpload('new' as FileId), queue.hasUpload('other' as FileId)]).toEqual([true, false])
})
