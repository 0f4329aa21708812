export interface Job {
  name: string
  everyMilliseconds: number
  run: () => Promise<void>
}

export interface Jobs {
  /** Runs a job as soon as its rest is over, instead of at its next scheduled time. */
  wake(name: string): void
  close(): Promise<void>
}

/** Min pause between two runs of a job: under load one run does the work of many. */
export const restMilliseconds = 250

interface State {
  job: Job
  running?: Promise<void> | undefined
  /** Woken while running: the current run may have been too early to see the reason. */
  woken?: boolean
  /** When it may run again, on the clock of `performance`. */
  restedAt?: number
  timer?: NodeJS.Timeout
}

/** Runs each job repeatedly, one run at a time. A failed run is reported, and the next one comes as scheduled. */
export const startJobs = (jobs: readonly Job[], onFailure: (name: string, error: unknown) => void): Jobs => {
  let closed = false
  const states = new Map<string, State>(jobs.map((job) => [job.name, { job }]))

  const plan = (state: State, milliseconds: number): void => {
    clearTimeout(state.timer)
    if (!closed) state.timer = setTimeout(start, milliseconds, state).unref()
  }

  const start = (state: State): void => {
    state.woken = false
    state.running = state.job
      .run()
      .catch((error: unknown) => onFailure(state.job.name, error))
      .then(() => {
        state.running = undefined
        state.restedAt = performance.now() + restMilliseconds
        plan(state, state.woken ? restMilliseconds : state.job.everyMilliseconds)
      })
  }
  for (const state of states.values()) start(state)

  return {
    wake: (name) => {
      const state = states.get(name)
      if (!state) return
      if (state.running) state.woken = true
      else plan(state, Math.max(0, (state.restedAt ?? 0) - performance.now()))
    },
    close: async () => {
      closed = true
      for (const { timer } of states.values()) clearTimeout(timer)
      await Promise.all([...states.values()].flatMap(({ running }) => running ?? []))
    },
  }
}
