import type { ErrorName } from '@lectern/contract/errors.ts'

const intervalMilliseconds = 1_000

/** Counts refusals and reports them once per second: in a flood, a line for each would cost more than refusing. */
export class RefusalLog {
  readonly #report: (refused: Partial<Record<ErrorName, number>>) => void
  #refused: Partial<Record<ErrorName, number>> = {}
  #timer: NodeJS.Timeout | undefined

  constructor(report: (refused: Partial<Record<ErrorName, number>>) => void) {
    this.#report = report
  }

  count(error: ErrorName): void {
    this.#refused[error] = (this.#refused[error] ?? 0) + 1
    this.#timer ??= setTimeout(() => this.flush(), intervalMilliseconds).unref()
  }

  /** Reports what is not reported yet. */
  flush(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const refused = this.#refused
    this.#refused = {}
    this.#report(refused)
  }
}
