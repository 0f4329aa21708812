import { setTimeout as sleep } from 'node:timers/promises'

/** More than any step takes that will end at all. */
const patienceMilliseconds = 40_000

export interface StopStep {
  /** What the program waits for, for the operator. */
  name: string
  run: () => Promise<void>
}

/** Takes the steps in which the program stops, and returns whether all have ended. One that fails or hangs is told, and keeps no other one waiting. */
export const takeStopSteps = async (
  steps: readonly StopStep[],
  tell: (line: string) => void,
  patience = patienceMilliseconds,
): Promise<boolean> => {
  let isClean = true
  const giveUp = (line: string): void => {
    isClean = false
    tell(line)
  }
  for (const { name, run } of steps) {
    const timer = new AbortController()
    const { signal } = timer
    const late = sleep(patience, undefined, { signal }).then(
      () => giveUp(`stopping without waiting any longer for ${name}`),
      () => undefined,
    )
    const step = run().catch((error: unknown) =>
      giveUp(`stopping although this failed: ${name}: ${error instanceof Error ? error.message : String(error)}`),
    )
    await Promise.race([step, late])
    timer.abort()
  }
  return isClean
}
