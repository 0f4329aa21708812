import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraft, type SaveFailure, type Unsaved } from './draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Refused extends Error {
  failure: SaveFailure
  constructor(failure: SaveFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** A fake server with one enrolment, and a browser that stores one copy. */
const setUp = (answers: Answers = {}, kept?: Unsaved, quiet = new Set<string>()) => {
  const stored = { version: 1, answers, problems: [], files: [], refusal: null as string | null }
  const there = {
    ...stored,
    saves: [] as Answers[],
    tries: 0,
    failure: undefined as SaveFailure | undefined,
    /** Saves arrive, but their responses are lost. */
    losesResponses: false,
    kept,
  }
  const draft = createDraft({
    stored,
    kept,
    quiet,
    keep: (unsaved) => {
      there.kept = unsaved
    },
    forget: () => {
      there.kept = undefined
    },
    save: async (version, sent) => {
      there.tries += 1
      if (there.failure) throw new Refused(there.failure)
      if (version !== there.version) throw new Refused({ kind: 'changed' })
      there.version += 1
      there.answers = sent
      there.saves.push(sent)
      if (there.losesResponses) throw new Refused({ kind: 'offline' })
      return { version: there.version, savedAt: '2026-11-15T06:02:00Z', problems: [], files: [] }
    },
    read: async () => ({
      version: there.version,
      answers: there.answers,
      problems: [],
      files: [],
      refusal: there.refusal,
    }),
    failureOf: (error) => (error as Refused).failure,
  })
  const changeElsewhere = (changed: Answers): void => {
    there.version += 1
    there.answers = changed
  }
  return { draft, there, changeElsewhere }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('input is saved within two seconds, also without a pause in typing', async () => {
  const { draft, there } = setUp()
  for (let second = 0; second < 20; second += 1) {
    draft.change('title', 'x'.repeat(second + 1))
    await pass(100)
  }
  expect(there.saves.length).toBe(1)
  await pass(2_000)
  expect([there.answers, draft.state.saving, there.kept]).toEqual([
    { title: 'x'.repeat(20) },
    { kind: 'saved', at: '2026-11-15T06:02:00Z' },
    undefined,
  ])
})

test('input that cannot be sent stays in the browser and is retried', async () => {
  const { draft, there } = setUp()
  there.failure = { kind: 'offline' }
  draft.change('title', 'A')
  await pass(1_000)
  expect([draft.state.saving, draft.isUnsaved, there.kept]).toEqual([
    { kind: 'offline' },
    true,
    { base: {}, answers: { title: 'A' }, sent: { title: 'A' } },
  ])
  there.failure = undefined
  await pass(5_000)
  expect([there.answers, draft.isUnsaved, there.kept]).toEqual([{ title: 'A' }, false, undefined])
})

test('a refused save is not retried, and the input stays visible', async () => {
  const { draft, there } = setUp()
  there.failure = { kind: 'refused', why: 'It is closed.' }
  draft.change('title', 'A')
  await pass(1_000)
  there.failure = undefined
  draft.change('title', 'AB')
  await pass(10_000)
  expect([draft.state.saving, draft.state.answers, there.saves]).toEqual([
    { kind: 'refused', why: 'It is closed.' },
    { title: 'AB' },
    [],
  ])
})

test('what was abandoned is neither sent nor kept', async () => {
  const { draft, there } = setUp()
  draft.change('title', 'A')
  draft.abandon()
  draft.change('title', 'AB')
  draft.retryNow()
  await pass(10_000)
  expect([there.saves, there.kept]).toEqual([[], undefined])
})

describe('a save whose response is lost', () => {
  test('is no conflict with what the same user has typed since', async () => {
    const { draft, there } = setUp({ title: '' })
    there.losesResponses = true
    draft.change('title', 'A')
    await pass(1_000)
    there.losesResponses = false
    draft.change('title', 'AB')
    await pass(10_000)
    expect([draft.state.conflicts, draft.state.saving.kind, there.answers, there.kept]).toEqual([
      {},
      'saved',
      { title: 'AB' },
      undefined,
    ])
  })

  test('does not restore what was undone since', async () => {
    const { draft, there } = setUp({ title: 'A' })
    there.losesResponses = true
    draft.change('title', 'B')
    await pass(1_000)
    there.losesResponses = false
    draft.change('title', 'A')
    await pass(10_000)
    expect([draft.state.answers, draft.state.taken, there.answers]).toEqual([{ title: 'A' }, [], { title: 'A' }])
  })

  test('counts as saved when it is repeated, and nothing is left to do', async () => {
    const { draft, there } = setUp()
    there.losesResponses = true
    draft.change('title', 'A')
    await pass(1_000)
    there.losesResponses = false
    await pass(10_000)
    expect([draft.state.saving.kind, draft.isUnsaved, there.saves, there.kept]).toEqual([
      'saved',
      false,
      [{ title: 'A' }],
      undefined,
    ])
  })

  test("leaves a conflict with another user's change since to be resolved", async () => {
    const { draft, there, changeElsewhere } = setUp({ title: '' })
    there.losesResponses = true
    draft.change('title', 'A')
    await pass(1_000)
    there.losesResponses = false
    changeElsewhere({ title: 'C', pupils: 3 })
    draft.change('title', 'AB')
    await pass(10_000)
    expect([draft.state.conflicts, draft.state.answers, there.answers]).toEqual([
      { title: 'C' },
      { title: 'AB', pupils: 3 },
      { title: 'C', pupils: 3 },
    ])
  })

  test('is recognised after a reload', () => {
    const kept = { base: { title: '' }, answers: { title: 'AB' }, sent: { title: 'A' } }
    const { draft } = setUp({ title: 'A' }, kept)
    expect([draft.state.conflicts, draft.state.answers, draft.isUnsaved]).toEqual([{}, { title: 'AB' }, true])
  })

  test('is recognised when it arrives after the reload', async () => {
    const kept = { base: { title: '' }, answers: { title: 'AB' }, sent: { title: 'A' } }
    const { draft, there, changeElsewhere } = setUp({ title: '' }, kept)
    changeElsewhere({ title: 'A' })
    expect([await draft.flush(), draft.state.conflicts, there.answers]).toEqual([true, {}, { title: 'AB' }])
  })
})

describe('changed elsewhere', () => {
  test('other answers are applied and shown, and both are saved', async () => {
    const { draft, there, changeElsewhere } = setUp({ title: 'A' })
    changeElsewhere({ title: 'A', pupils: 30 })
    draft.change('title', 'B')
    await pass(2_000)
    expect([draft.state.taken, draft.state.rounds, there.answers]).toEqual([
      ['pupils'],
      { pupils: 1 },
      { title: 'B', pupils: 30 },
    ])
  })

  test('the same answer waits until the user has chosen; nothing is overwritten meanwhile', async () => {
    const { draft, there, changeElsewhere } = setUp({ title: 'A' })
    changeElsewhere({ title: 'C' })
    draft.change('title', 'B')
    await pass(10_000)
    expect([draft.state.conflicts, there.answers, await draft.flush()]).toEqual([{ title: 'C' }, { title: 'C' }, false])
    // A reload has to ask again.
    expect(there.kept).toEqual({ base: { title: 'A' }, answers: { title: 'B' } })
    draft.choose('title', 'mine')
    await pass(0)
    expect([draft.state.conflicts, there.answers, there.kept]).toEqual([{}, { title: 'B' }, undefined])
  })

  test('the other value can be chosen', async () => {
    const { draft, there, changeElsewhere } = setUp({ title: 'A' })
    changeElsewhere({ title: 'C' })
    draft.change('title', 'B')
    await pass(2_000)
    draft.choose('title', 'theirs')
    expect([draft.state.answers, draft.isUnsaved, there.kept]).toEqual([{ title: 'C' }, false, undefined])
  })

  test('an enrolment that cannot be changed any more says so', async () => {
    const { draft, there, changeElsewhere } = setUp({ title: 'A' })
    changeElsewhere({ title: 'A' })
    there.refusal = 'It has been submitted.'
    draft.change('title', 'B')
    await pass(2_000)
    expect([draft.state.saving, there.answers]).toEqual([
      { kind: 'refused', why: 'It has been submitted.' },
      { title: 'A' },
    ])
  })
})

describe('stored in the browser', () => {
  test('is restored and saved', async () => {
    const { draft, there } = setUp({ title: 'A' }, { base: { title: 'A' }, answers: { title: 'AB' } })
    expect([draft.state.answers, draft.state.isRestored]).toEqual([{ title: 'AB' }, true])
    expect([await draft.flush(), there.answers, there.kept]).toEqual([true, { title: 'AB' }, undefined])
  })

  test('does not hide what was stored since', () => {
    const kept = { base: { title: 'A' }, answers: { title: 'B' } }
    const { draft, there } = setUp({ title: 'C', pupils: 3 }, kept)
    expect([draft.state.answers, draft.state.conflicts, there.kept]).toEqual([
      { title: 'B', pupils: 3 },
      { title: 'C' },
      { base: { title: 'A' }, answers: { title: 'B', pupils: 3 } },
    ])
  })

  test('is removed when it has been saved meanwhile', () => {
    const { draft, there } = setUp({ title: 'B' }, { base: { title: 'A' }, answers: { title: 'B' } })
    expect([draft.state.isRestored, draft.isUnsaved, there.kept]).toEqual([false, false, undefined])
  })
})

test('flush sends the last input at once', async () => {
  const { draft, there } = setUp()
  draft.change('title', 'A')
  expect([await draft.flush(), there.answers, draft.version]).toEqual([true, { title: 'A' }, 2])
})

test('flush asks for signing in once, and again only with the next call', async () => {
  const { draft, there } = setUp()
  there.failure = { kind: 'signedOut' }
  draft.change('title', 'A')
  expect([await draft.flush(), there.tries]).toEqual([false, 1])
  there.failure = undefined
  expect([await draft.flush(), there.tries, there.answers]).toEqual([true, 2, { title: 'A' }])
})

describe('fields that are saved along', () => {
  const quiet = new Set(['places'])

  test('are saved, but leaving does not wait for them', async () => {
    const { draft, there } = setUp({ name: 'Chalk', places: '{}' }, undefined, quiet)
    draft.change('places', '{"1":12}')
    expect(draft.isUnsaved).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(there.saves).toEqual([{ name: 'Chalk', places: '{"1":12}' }])
  })

  test('are never asked about, and keep their value here', async () => {
    const { draft, there, changeElsewhere } = setUp({ name: 'Chalk', places: '{}' }, undefined, quiet)
    draft.change('places', '{"1":12}')
    changeElsewhere({ name: 'Slate', places: '{"1":99}' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(draft.state).toMatchObject({ conflicts: {}, taken: ['name'] })
    expect(there.answers).toEqual({ name: 'Slate', places: '{"1":12}' })
  })
})

test('a version that another step has made is the one that is saved over', async () => {
  const { draft, there } = setUp({ name: 'Chalk' })
  there.version = 2
  draft.moved(2)
  draft.change('name', 'Slate')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([there.tries, there.answers]).toEqual([1, { name: 'Slate' }])
})
