export interface Job {
  name: string
  everyMilliseconds: number
  run: () => Promise<void>
}

export interface Jobs {
  /** Does a job now rather than when its time has come. */
  wake(name: string): void
  close(): Promise<void>
}

/** Does each job again and again, one run of it at a time. A run that fails is reported, and the next one comes in its time. */
export const startJobs = (jobs: readonly Job[], onFailure: (name: string, error: unknown) => void): Jobs => {
  let closed = false
  const states = new Map(
    jobs.map((job) => [job.name, { job, running: undefined as Promise<void> | undefined, again: false }]),
  )
  const timers = new Map<string, NodeJS.Timeout>()

  const start = (name: string): void => {
    const state = states.get(name)
    if (!state || closed) return
    if (state.running) {
      // Whatever woke it may have come too late for the run under way.
      state.again = true
      return
    }
    clearTimeout(timers.get(name))
    state.again = false
    state.running = state.job
      .run()
      .catch((error: unknown) => onFailure(name, error))
      .then(() => {
        state.running = undefined
        if (closed) return
        if (state.again) start(name)
        else timers.set(name, setTimeout(start, state.job.everyMilliseconds, name).unref())
      })
  }
  for (const { name } of jobs) start(name)

  return {
    wake: start,
    close: async () => {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([...states.values()].flatMap(({ running }) => running ?? []))
    },
  }
}
