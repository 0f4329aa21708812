import type { BrowserContext } from '@playwright/test'

interface Use {
  step: string
  kind: 'click' | 'field'
  name: string
}

/**
 * Counts what people do in browsers, in the browser: presses of a pointer or a key that led to a click or sent a form, and fields that
 * were typed into. A field counts again when somebody comes back to it. What scripts do by themselves does not count.
 */
const watch = (): void => {
  const tell = (kind: Use['kind'], target: EventTarget | null): void => {
    const element = target instanceof Element ? target : document.body
    const named = element.closest('[aria-label], button, a, label, [role]') ?? element
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    const name = label ?? named.getAttribute('aria-label') ?? named.textContent ?? ''
    ;(window as unknown as { countUse: (use: Omit<Use, 'step'>) => void }).countUse({
      kind,
      name: name.trim().slice(0, 60),
    })
  }
  // A click on a label is one press and two clicks.
  let isPressed = false
  let typed: EventTarget | null = null
  const listen = (type: string, on: (event: Event) => void): void =>
    window.addEventListener(type, (event) => event.isTrusted && on(event), { capture: true })
  const count = ({ target }: Event): void => {
    if (isPressed) tell('click', target)
    isPressed = false
  }
  listen('pointerdown', () => (isPressed = true))
  listen('keydown', (event) => {
    if (['Enter', ' '].includes((event as KeyboardEvent).key)) isPressed = true
  })
  listen('click', count)
  listen('submit', count)
  listen('focusout', () => (typed = null))
  listen('input', ({ target }) => {
    const isChoice = target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type)
    if (isChoice || target instanceof HTMLSelectElement || target === typed) return
    typed = target
    tell('field', target)
  })
}

export class ClickCount {
  readonly #uses: Use[] = []
  #step = ''

  async join(context: BrowserContext): Promise<void> {
    await context.exposeBinding('countUse', (_, use: Omit<Use, 'step'>) => {
      this.#uses.push({ step: this.#step, ...use })
    })
    await context.addInitScript(watch)
  }

  /** Everything that follows belongs to this step. */
  begin(step: string): void {
    this.#step = step
  }

  #count(kind: Use['kind'], step?: string): number {
    return this.#uses.filter((use) => use.kind === kind && (step === undefined || use.step === step)).length
  }

  get totals(): { clicks: number; fields: number } {
    return { clicks: this.#count('click'), fields: this.#count('field') }
  }

  /** A line for each step, with what was clicked and typed. */
  get table(): string {
    const line = (clicks: number, fields: number, text: string): string =>
      `${String(clicks).padStart(6)} ${String(fields).padStart(6)}  ${text}`
    const steps = [...new Set(this.#uses.map(({ step }) => step))]
    const rows = steps.map((step) => {
      const names = this.#uses
        .filter((use) => use.step === step)
        .map(({ kind, name }) => (kind === 'field' ? `[${name}]` : name))
      return line(this.#count('click', step), this.#count('field', step), `${step}: ${names.join(' · ')}`)
    })
    const { clicks, fields } = this.totals
    return ['clicks fields', ...rows, line(clicks, fields, 'in all')].join('\n')
  }
}
