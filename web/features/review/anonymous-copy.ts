/** Whether a file can be read: its anonymous copy is there, or is being made, or something else is wrong. */
export type CopyState = 'ready' | 'pending' | 'failed'

const hasError = (content: unknown, name: string): boolean =>
  (content as { data?: { error?: unknown } | null } | undefined)?.data?.error === name

/** Asks for the first byte alone: a film may be large. */
export const askForCopy = async (address: string, send: typeof fetch = fetch): Promise<CopyState> => {
  try {
    const answer = await send(address, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
    if (answer.ok) return 'ready'
    return hasError(await answer.json(), 'file.notReady') ? 'pending' : 'failed'
  } catch {
    return 'failed'
  }
}

/** Asks again after each pause until the copy is there, or cannot be read for another reason; undefined: cancelled. */
export const awaitCopy = async (
  ask: () => Promise<CopyState>,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<CopyState | undefined> => {
  while (!signal.aborted) {
    await pause()
    if (signal.aborted) return undefined
    const state = await ask()
    if (state !== 'pending') return signal.aborted ? undefined : state
  }
  return undefined
}
