import type { ListRow, OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changedList, createListDraft, type ListChange, type TypedRemarks } from './list-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rowOf = (entry: string, place: number): ListRow =>
  ({ entry, rank: place + 1, remark: null, verdict: null }) as ListRow

const listOf = (entries: readonly string[], version = 1): OpenList =>
  ({ list: entries.map(rowOf), version }) as OpenList

class Outdated extends Error {}
class Refused extends Error {}
class Offline extends Error {}

/** A server with one list, whose next answers can be errors. */
const createSite = (entries: readonly string[], kept: TypedRemarks = {}) => {
  let list = listOf(entries)
  const failures: Error[] = []
  const sent: ListChange[] = []
  const local: TypedRemarks[] = []
  const draft = createListDraft({
    list,
    kept,
    keep: (remarks) => void local.push(remarks),
    send: async (change, { version }) => {
      sent.push(change)
      const failure = failures.shift()
      if (failure) throw failure
      if (version !== list.version) throw new Outdated()
      list = { ...changedList(list, change), version: list.version + 1 }
      return list
    },
    read: async () => list,
    failureOf: (error) => {
      if (error instanceof Outdated) return { kind: 'changed' }
      if (error instanceof Refused) return { kind: 'refused', why: error.message }
      return { kind: error instanceof Offline ? 'offline' : 'failed' }
    },
  })
  return {
    draft,
    failures,
    sent,
    local,
    stored: () => list,
    byOthers: (change: ListChange) => {
      list = { ...changedList(list, change), version: list.version + 1 }
    },
  }
}

const order = (list: OpenList): string[] => list.list.map(({ entry }) => entry)

test('a move is shown at once and saved soon after', async () => {
  const { draft, stored } = createSite(['a', 'b', 'c'])
  draft.move('c', 1)
  expect([order(draft.state.list), draft.state.list.list.map(({ rank }) => rank)]).toEqual([
    ['c', 'a', 'b'],
    [1, 2, 3],
  ])
  expect(draft.state.saving.kind).toBe('typed')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([order(stored()), draft.state.saving.kind, draft.isUnsaved]).toEqual([['c', 'a', 'b'], 'saved', false])
})

test('several moves of one row are one change', async () => {
  const { draft, sent, stored } = createSite(['a', 'b', 'c'])
  draft.move('a', 2)
  draft.move('a', 3)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([{ kind: 'rank', entry: 'a', rank: 3 }])
  expect(order(stored())).toEqual(['b', 'c', 'a'])
})

test('a remark is kept in the browser until it is saved', async () => {
  const { draft, local, stored } = createSite(['a'])
  draft.remark('a', 'Good')
  expect(local.at(-1)).toEqual({ a: { base: '', text: 'Good' } })
  await draft.flush()
  expect([stored().list[0]!.remark, local.at(-1)]).toEqual(['Good', {}])
})

test('a remark from an earlier visit is saved', async () => {
  const { draft, stored } = createSite(['a'], { a: { base: '', text: 'Typed before' } })
  expect(draft.state.list.list[0]!.remark).toBe('Typed before')
  draft.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(stored().list[0]!.remark).toBe('Typed before')
})

test('a list that somebody else has changed replaces unsaved moves, and says so', async () => {
  const { draft, byOthers, stored } = createSite(['a', 'b', 'c'])
  byOthers({ kind: 'remove', entries: ['b'] })
  draft.move('c', 1)
  await draft.flush()
  expect([order(draft.state.list), order(stored()), draft.state.isReplaced]).toEqual([['a', 'c'], ['a', 'c'], true])
  draft.move('c', 1)
  await draft.flush()
  expect([order(stored()), draft.state.isReplaced]).toEqual([['c', 'a'], false])
})

test('a remark is saved although somebody else has moved rows', async () => {
  const { draft, byOthers, stored } = createSite(['a', 'b'])
  byOthers({ kind: 'rank', entry: 'b', rank: 1 })
  draft.remark('a', 'Mine')
  await draft.flush()
  expect(stored().list.map(({ entry, remark }) => [entry, remark])).toEqual([
    ['b', null],
    ['a', 'Mine'],
  ])
})

test('of two remarks about one entry, nothing is saved until one is chosen', async () => {
  const { draft, byOthers, stored } = createSite(['a'])
  byOthers({ kind: 'remark', entry: 'a', remark: 'Theirs' })
  draft.remark('a', 'Mine')
  await draft.flush()
  expect([draft.state.contested, draft.state.list.list[0]!.remark, stored().list[0]!.remark]).toEqual([
    { a: 'Theirs' },
    'Mine',
    'Theirs',
  ])
  draft.choose('a', 'mine')
  await draft.flush()
  expect([draft.state.contested, stored().list[0]!.remark]).toEqual([{}, 'Mine'])
})

test('a refused change is taken back with the reason', async () => {
  const { draft, failures } = createSite(['a', 'b'])
  failures.push(new Refused('The quota is used up.'))
  draft.add(['z'])
  await draft.flush()
  expect([draft.state.refusal, draft.state.saving.kind, draft.isUnsaved]).toEqual([
    'The quota is used up.',
    'saved',
    false,
  ])
})

test('what was not sent is tried again', async () => {
  const { draft, failures, stored } = createSite(['a', 'b'])
  failures.push(new Offline())
  draft.move('b', 1)
  await draft.flush()
  expect([draft.state.saving.kind, order(draft.state.list), order(stored())]).toEqual([
    'offline',
    ['b', 'a'],
    ['a', 'b'],
  ])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([draft.state.saving.kind, order(stored())]).toEqual(['saved', ['b', 'a']])
})
