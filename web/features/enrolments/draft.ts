import type { AnswerProblem, Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { baseAfter, changedFields, mergeAnswers } from './answer-merge.ts'

/** The save state of the input. */
export type Saving =
  /** `at` is absent if nothing had to be saved yet. */
  | { kind: 'saved'; at?: string }
  | { kind: 'typed' }
  | { kind: 'sending' }
  /** Stored in the browser; retried automatically. */
  | { kind: 'offline' }
  | { kind: 'failed' }
  /** The session has ended, and the user has not signed in again. */
  | { kind: 'signedOut' }
  /** It cannot be saved any more, with the reason. */
  | { kind: 'refused'; why: string }

export interface DraftState {
  answers: Answers
  saving: Saving
  /** Answers that were changed elsewhere and have been applied. */
  taken: readonly string[]
  /** Answers that were changed here and elsewhere, with the other values. Nothing is saved until each is resolved. */
  conflicts: Answers
  /** Input was restored from this browser. */
  isRestored: boolean
  problems: readonly AnswerProblem[]
  /** Files of the answers. */
  files: Enrolment['files']
  /** How often each field was filled from outside, to remount it. */
  rounds: Readonly<Record<string, number>>
}

/** The version on the server. */
interface Stored {
  version: number
  answers: Answers
  problems: readonly AnswerProblem[]
  files: Enrolment['files']
  /** Why it may not be changed any more. */
  refusal: string | null
}

export type SaveFailure =
  | { kind: 'changed' }
  | Extract<Saving, { kind: 'offline' | 'failed' | 'signedOut' | 'refused' }>

/** Input that may not be stored on the server. */
export interface Unsaved {
  /** The stored answers that the input is based on. */
  base: Answers
  answers: Answers
  /** What was sent without a response: it may be stored or not. */
  sent?: Answers | undefined
}

interface DraftOptions {
  stored: Stored
  /** Input that this browser stored earlier. */
  kept: Unsaved | undefined
  keep: (unsaved: Unsaved) => void
  forget: () => void
  save: (
    version: number,
    answers: Answers,
  ) => Promise<{ savedAt: string } & Pick<Stored, 'version' | 'problems' | 'files'>>
  read: () => Promise<Stored>
  failureOf: (error: unknown) => SaveFailure
  /** Fields that are saved along, such as how far a film was watched: nobody is asked about them, and leaving does not wait for them. */
  quiet?: ReadonlySet<string>
}

export interface Draft {
  readonly state: DraftState
  /** The last known version on the server. */
  readonly version: number
  readonly isUnsaved: boolean
  subscribe(listener: () => void): () => void
  change(field: string, value: AnswerValue): void
  choose(field: string, whose: 'mine' | 'theirs'): void
  /** The user has seen what was applied or restored. */
  acknowledge(): void
  /** Saves the rest now; true if everything is stored. */
  flush(): Promise<boolean>
  /** Another step has made a new version of what is stored, without changing the answers. */
  moved(version: number): void
  /** Retries at once, unless that would only ask for signing in again. */
  retryNow(): void
  close(): void
  /** Nothing can be saved any more: what was typed is forgotten, and nothing is sent, whatever changes. */
  abandon(): void
}

/** Saves after a pause in typing, or at the latest after the max delay. */
const pauseMilliseconds = 800
const maxMilliseconds = 1_600
const retryMilliseconds = 5_000

/**
 * The answers of an enrolment while they are edited: stored in this browser at once and on the server soon after.
 * Outside of React, so that rendering does not affect saving.
 */
export const createDraft = (options: DraftOptions): Draft => {
  const listeners = new Set<() => void>()
  let { version, answers: base } = options.stored
  /** The version on the server while there are unresolved conflicts. */
  let serverState: Pick<Stored, 'version' | 'answers'> | undefined
  /** A save without a response. It is repeated unchanged until there is one; later input follows after it. */
  let unanswered: Answers | undefined
  /**
   * The same from an earlier visit. It may still arrive, and is never repeated, because others may have saved since.
   */
  let earlier = options.kept?.sent
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstTyped: number | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let isAbandoned = false
  let state: DraftState = {
    answers: base,
    saving: { kind: 'saved' },
    taken: [],
    conflicts: {},
    isRestored: false,
    problems: options.stored.problems,
    files: options.stored.files,
    rounds: {},
  }

  const set = (changes: Partial<DraftState>): void => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const isQuiet = (field: string): boolean => options.quiet?.has(field) ?? false
  const isUnsaved = (): boolean => unanswered !== undefined || changedFields(base, state.answers).length > 0
  /** Whether leaving would lose something that somebody typed. */
  const isTyped = (): boolean =>
    [unanswered, state.answers].some(
      (answers) => answers !== undefined && changedFields(base, answers).some((field) => !isQuiet(field)),
    )
  const keep = (answers = state.answers): void => options.keep({ base, answers, sent: unanswered })
  const hasConflicts = (): boolean => Object.keys(state.conflicts).length > 0
  /** Automatic saving is paused. */
  const isPaused = (): boolean => state.saving.kind === 'refused' || state.saving.kind === 'signedOut'
  const filledAnew = (fields: readonly string[]): Record<string, number> => ({
    ...state.rounds,
    ...Object.fromEntries(fields.map((field) => [field, (state.rounds[field] ?? 0) + 1])),
  })

  const schedule = (milliseconds: number): void => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void save(), milliseconds)
  }

  const adopt = (): void => {
    if (!serverState) return
    ;({ version, answers: base } = serverState)
    serverState = undefined
  }

  /** Merges the stored answers with input that is based on older ones. */
  const bringTogether = (before: Answers, typed: Answers, stored: Stored): void => {
    const own = [earlier, unanswered].filter((sent) => sent !== undefined)
    const typedOver = own.reduce((over, sent) => baseAfter(sent, over, stored.answers), before)
    unanswered = undefined
    const merged = mergeAnswers(typedOver, typed, stored.answers)
    const taken = merged.taken.filter((field) => !isQuiet(field))
    const conflicts = merged.conflicts.filter((field) => !isQuiet(field))
    const quiet = Object.entries(typed).filter(([field]) => isQuiet(field))
    const answers = { ...merged.answers, ...Object.fromEntries(quiet) }
    // Until the conflict is resolved, the next visit has to ask again.
    base = typedOver
    serverState = { version: stored.version, answers: stored.answers }
    set({
      answers,
      taken,
      conflicts: Object.fromEntries(conflicts.map((field) => [field, stored.answers[field] ?? null])),
      files: stored.files,
      problems: stored.problems,
      rounds: filledAnew(taken),
      ...(stored.refusal !== null && { saving: { kind: 'refused', why: stored.refusal } }),
    })
    if (conflicts.length === 0) adopt()
    if (isUnsaved()) keep()
  }

  const catchUp = async (): Promise<void> => {
    const stored = await options.read()
    bringTogether(base, state.answers, stored)
    if (state.saving.kind === 'refused') return
    if (!isUnsaved()) {
      options.forget()
      return set({ saving: { kind: 'saved' } })
    }
    set({ saving: { kind: 'typed' } })
    if (!hasConflicts()) schedule(0)
  }

  const fail = async (error: unknown): Promise<void> => {
    const failure = options.failureOf(error)
    if (failure.kind !== 'changed') {
      set({ saving: failure })
      if (failure.kind === 'offline' || failure.kind === 'failed') schedule(retryMilliseconds)
      return
    }
    await catchUp().catch((another: unknown) => {
      const next = options.failureOf(another)
      set({ saving: next.kind === 'changed' ? { kind: 'failed' } : next })
      schedule(retryMilliseconds)
    })
  }

  const send = async (): Promise<void> => {
    const sent = unanswered ?? state.answers
    unanswered = sent
    keep()
    firstTyped = undefined
    set({ saving: { kind: 'sending' } })
    try {
      const saved = await options.save(version, sent)
      version = saved.version
      base = sent
      unanswered = undefined
      earlier = undefined
      const isAll = !isUnsaved()
      if (isAll) options.forget()
      else {
        keep()
        schedule(pauseMilliseconds)
      }
      const { problems, files } = saved
      set({ problems, files, saving: isAll ? { kind: 'saved', at: saved.savedAt } : { kind: 'typed' } })
    } catch (error) {
      await fail(error)
    }
  }

  const save = (): Promise<void> => {
    clearTimeout(timer)
    if (running) return running
    if (isAbandoned || hasConflicts() || state.saving.kind === 'refused' || !isUnsaved()) return Promise.resolve()
    running = send().finally(() => {
      running = undefined
    })
    return running
  }

  if (options.kept) {
    bringTogether(options.kept.base, options.kept.answers, options.stored)
    const isRestored = changedFields(options.stored.answers, state.answers).length > 0
    // Changes from elsewhere are visible on the page anyway.
    set({ isRestored, taken: [], ...(isRestored && state.saving.kind === 'saved' && { saving: { kind: 'typed' } }) })
    if (!isRestored) options.forget()
  }

  return {
    get state() {
      return state
    },
    get version() {
      return version
    },
    get isUnsaved() {
      return isTyped()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (field, value) => {
      if (isAbandoned) return
      const answers = { ...state.answers, [field]: value }
      keep(answers)
      if (isPaused()) return set({ answers })
      set({ answers, saving: { kind: 'typed' } })
      firstTyped ??= Date.now()
      schedule(Math.max(0, Math.min(pauseMilliseconds, firstTyped + maxMilliseconds - Date.now())))
    },
    choose: (field, whose) => {
      const { [field]: theirs = null, ...conflicts } = state.conflicts
      if (whose === 'theirs')
        set({ answers: { ...state.answers, [field]: theirs }, rounds: filledAnew([field]), conflicts })
      else set({ conflicts })
      if (hasConflicts()) return
      adopt()
      if (isUnsaved()) {
        keep()
        void save()
        return
      }
      options.forget()
      set({ saving: { kind: 'saved' } })
    },
    acknowledge: () => set({ taken: [], isRestored: false }),
    flush: async () => {
      for (let round = 0; round < 3 && (running || isUnsaved()); round += 1) {
        await save()
        // Ask for signing in only once.
        if (isPaused()) break
      }
      return !isUnsaved() && !hasConflicts()
    },
    moved: (next) => {
      version = Math.max(version, next)
    },
    retryNow: () => {
      if (!isPaused()) void save()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
    abandon: () => {
      isAbandoned = true
      clearTimeout(timer)
      options.forget()
    },
  }
}
