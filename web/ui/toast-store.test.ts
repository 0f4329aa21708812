import { describe, expect, it } from 'vitest'
import { createToasts } from './toast-store.ts'

const texts = (store: ReturnType<typeof createToasts>): string[] => store.list.map(({ text }) => text)

describe('toasts', () => {
  it('appear in order and go when dismissed', () => {
    const store = createToasts()
    store.show({ kind: 'error', text: 'one' })
    store.show({ kind: 'warning', text: 'two' })
    store.dismiss(store.list[0]!.id)
    expect(texts(store)).toEqual(['two'])
  })

  it('do not repeat a message that is still there', () => {
    const store = createToasts()
    store.show({ kind: 'error', text: 'same' })
    store.show({ kind: 'error', text: 'same' })
    expect(texts(store)).toEqual(['same'])
  })

  it('keep the newest four', () => {
    const store = createToasts()
    for (const text of ['1', '2', '3', '4', '5']) store.show({ kind: 'info', text })
    expect(texts(store)).toEqual(['2', '3', '4', '5'])
  })
})
