import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import type { Saving, SaveFailure } from '../enrolments/draft.ts'
import { movedTo } from './ranked-order.ts'

/** One change of a list. Each is saved by itself, in the order in which they were made. */
export type ListChange =
  | { kind: 'rank'; entry: string; rank: number }
  | { kind: 'remark'; entry: string; remark: string }
  | { kind: 'add' | 'remove'; entries: readonly string[] }

/** A remark that is not on the server, and the stored one that it replaces. */
export type TypedRemarks = Readonly<Record<string, { base: string; text: string }>>

export interface ListDraftState {
  /** As it is on the server, with the changes that are still to be saved. */
  list: OpenList
  saving: Saving
  /** Remarks that were changed here and elsewhere, with the text of the others. Not saved until each is chosen. */
  contested: Readonly<Record<string, string>>
  /** Somebody else has changed the list; what this page had not saved of the order is gone. */
  isReplaced: boolean
  /** Why the last change was not made. */
  refusal: string | null
  /** How often each remark was filled from outside, to remount its field. */
  rounds: Readonly<Record<string, number>>
}

interface ListDraftOptions {
  list: OpenList
  /** Remarks that this browser stored earlier. */
  kept: TypedRemarks
  keep: (remarks: TypedRemarks) => void
  /** Stores a change of the given list. */
  send: (change: ListChange, list: OpenList) => Promise<OpenList>
  read: () => Promise<OpenList>
  failureOf: (error: unknown) => SaveFailure
}

export interface ListDraft {
  readonly state: ListDraftState
  readonly isUnsaved: boolean
  subscribe: (listener: () => void) => () => void
  move: (entry: string, rank: number) => void
  add: (entries: readonly string[]) => void
  remove: (entries: readonly string[]) => void
  remark: (entry: string, text: string) => void
  choose: (entry: string, whose: 'mine' | 'theirs') => void
  /** The reader has seen what was replaced or refused. */
  acknowledge: () => void
  /** Saves the rest now; true if everything is stored. */
  flush: () => Promise<boolean>
  /** Another step has changed the list. */
  replace: (list: OpenList) => void
  retryNow: () => void
  close: () => void
}

const pauseMilliseconds = 800
const retryMilliseconds = 5_000

const renumbered = (list: OpenList, rows: OpenList['list']): OpenList => ({
  ...list,
  list: rows.map((row, place) => ({ ...row, rank: place + 1 })),
  rows: rows.length,
  recommended: rows.filter(({ verdict }) => verdict !== 'refuse').length,
})

/** What a change makes of a list; what is added appears once the server has it. */
export const changedList = (list: OpenList, change: ListChange): OpenList => {
  switch (change.kind) {
    case 'rank': {
      const rows = new Map(list.list.map((row) => [row.entry as string, row]))
      const order = movedTo([...rows.keys()], change.entry, change.rank - 1)
      return renumbered(
        list,
        order.map((entry) => rows.get(entry)!),
      )
    }
    case 'remark':
      return {
        ...list,
        list: list.list.map((row) => (row.entry === change.entry ? { ...row, remark: change.remark || null } : row)),
      }
    case 'remove':
      return renumbered(
        list,
        list.list.filter(({ entry }) => !change.entries.includes(entry)),
      )
    case 'add':
      return list
  }
}

/** A list while an officer works on it. Outside of React, so that rendering does not affect saving. */
export const createListDraft = (options: ListDraftOptions): ListDraft => {
  const listeners = new Set<() => void>()
  let stored = options.list
  let queue: ListChange[] = []
  let remarks: TypedRemarks = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let state: ListDraftState = {
    list: stored,
    saving: { kind: 'saved' },
    contested: {},
    isReplaced: false,
    refusal: null,
    rounds: {},
  }

  const storedRemark = (entry: string): string => stored.list.find((row) => row.entry === entry)?.remark ?? ''
  const shownList = (): OpenList => {
    const typed = Object.entries(remarks).map(([entry, { text }]) => ({ kind: 'remark', entry, remark: text }) as const)
    return [...queue, ...typed].reduce(changedList, stored)
  }
  const set = (changes: Partial<ListDraftState>): void => {
    state = { ...state, list: shownList(), ...changes }
    for (const listener of listeners) listener()
  }
  const keepRemarks = (next: TypedRemarks): void => {
    remarks = next
    options.keep(next)
  }
  const withoutRemark = (entry: string): TypedRemarks => {
    const { [entry]: _, ...others } = remarks
    return others
  }
  const isUnsaved = (): boolean => queue.length > 0 || Object.keys(remarks).length > 0
  const nextRemark = (): Extract<ListChange, { kind: 'remark' }> | undefined => {
    const [entry, typed] = Object.entries(remarks).find(([id]) => !Object.hasOwn(state.contested, id)) ?? []
    return entry !== undefined && typed ? { kind: 'remark', entry, remark: typed.text } : undefined
  }
  const schedule = (milliseconds: number): void => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void save(), milliseconds)
  }

  /** Compares what is typed with what others have stored meanwhile. */
  const bringTogether = (): void => {
    const entries = new Set(stored.list.map(({ entry }) => entry as string))
    const open = Object.entries(remarks).filter(
      ([entry, { text }]) => entries.has(entry) && storedRemark(entry) !== text,
    )
    const contested = open.filter(([entry, { base }]) => storedRemark(entry) !== base)
    keepRemarks(Object.fromEntries(open))
    set({ contested: Object.fromEntries(contested.map(([entry]) => [entry, storedRemark(entry)])) })
  }

  /** Somebody else was faster: their list is shown, and what was typed here is kept. */
  const catchUp = async (): Promise<void> => {
    stored = await options.read()
    const isOrderLost = queue.length > 0
    queue = []
    bringTogether()
    set({ isReplaced: state.isReplaced || isOrderLost, saving: { kind: 'sending' } })
  }

  const fail = async (change: ListChange, error: unknown): Promise<boolean> => {
    const failure = options.failureOf(error)
    if (failure.kind === 'changed') {
      const { version } = stored
      await catchUp()
      if (stored.version !== version) return true
      set({ saving: { kind: 'failed' } })
      schedule(retryMilliseconds)
      return false
    }
    if (failure.kind === 'refused' && change.kind !== 'remark') {
      queue = []
      stored = await options.read()
      set({ refusal: failure.why, saving: { kind: 'saved' } })
      return true
    }
    set({ saving: failure })
    if (failure.kind === 'offline' || failure.kind === 'failed') schedule(retryMilliseconds)
    return false
  }

  const send = async (change: ListChange): Promise<boolean> => {
    set({ saving: { kind: 'sending' } })
    try {
      stored = await options.send(change, stored)
      if (change.kind !== 'remark') queue = queue.filter((each) => each !== change)
      else if (remarks[change.entry]?.text === change.remark) keepRemarks(withoutRemark(change.entry))
      // Typed on while it was sent: what is stored now is the new base.
      else if (remarks[change.entry])
        keepRemarks({ ...remarks, [change.entry]: { ...remarks[change.entry]!, base: change.remark } })
      return true
    } catch (error) {
      return fail(change, error)
    }
  }

  const run = async (): Promise<void> => {
    for (let change = queue[0] ?? nextRemark(); change; change = queue[0] ?? nextRemark())
      if (!(await send(change))) return
    if (state.saving.kind === 'sending') set({ saving: { kind: 'saved', at: new Date().toISOString() } })
    else set({})
  }

  const save = (): Promise<void> => {
    clearTimeout(timer)
    running ??= run()
      .catch((error: unknown) => {
        const failure = options.failureOf(error)
        set({ saving: failure.kind === 'changed' ? { kind: 'failed' } : failure })
        schedule(retryMilliseconds)
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  const enqueue = (change: ListChange): void => {
    // Only the last place of a row that was moved several times matters.
    const last = queue.at(-1)
    const isSameRow = last?.kind === 'rank' && change.kind === 'rank' && last.entry === change.entry
    if (isSameRow && !(running && queue.length === 1)) queue = queue.slice(0, -1)
    queue = [...queue, change]
    set({ saving: { kind: 'typed' }, refusal: null, isReplaced: false })
    schedule(change.kind === 'rank' ? pauseMilliseconds / 2 : 0)
  }

  if (Object.keys(options.kept).length > 0) {
    remarks = options.kept
    bringTogether()
    if (isUnsaved()) set({ saving: { kind: 'typed' } })
  }

  return {
    get state() {
      return state
    },
    get isUnsaved() {
      return isUnsaved()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move: (entry, rank) => enqueue({ kind: 'rank', entry, rank }),
    add: (entries) => enqueue({ kind: 'add', entries }),
    remove: (entries) => {
      keepRemarks(Object.fromEntries(Object.entries(remarks).filter(([entry]) => !entries.includes(entry))))
      enqueue({ kind: 'remove', entries })
    },
    remark: (entry, text) => {
      const base = remarks[entry]?.base ?? storedRemark(entry)
      keepRemarks({ ...remarks, [entry]: { base, text } })
      set({ saving: { kind: 'typed' }, refusal: null })
      schedule(pauseMilliseconds)
    },
    choose: (entry, whose) => {
      const { [entry]: theirs = '', ...contested } = state.contested
      const rounds = { ...state.rounds, [entry]: (state.rounds[entry] ?? 0) + 1 }
      if (whose === 'theirs') keepRemarks(withoutRemark(entry))
      else if (remarks[entry]) keepRemarks({ ...remarks, [entry]: { base: theirs, text: remarks[entry].text } })
      set({ contested, rounds })
      schedule(0)
    },
    acknowledge: () => set({ isReplaced: false, refusal: null }),
    flush: async () => {
      for (let attempt = 0; attempt < 3 && (running || isUnsaved()); attempt += 1) {
        await save()
        if (state.saving.kind !== 'saved') break
      }
      return !isUnsaved()
    },
    replace: (list) => {
      stored = list
      bringTogether()
    },
    retryNow: () => {
      if (isUnsaved()) void save()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
