import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToasts } from './toast-store.ts'

const texts = (store: ReturnType<typeof createToasts>): string[] => store.list.map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('toasts', () => {
  it('appear in order and disappear when dismissed', () => {
    const store = createToasts()
    store.show({ kind: 'error', text: 'one' })
    store.show({ kind: 'warning', text: 'two' })
    store.dismiss(store.list[0]!.id)
    expect(texts(store)).toEqual(['two'])
  })

  it('do not repeat a message that is still shown', () => {
    const store = createToasts()
    store.show({ kind: 'error', text: 'same' })
    store.show({ kind: 'error', text: 'same' })
    expect(texts(store)).toEqual(['same'])
  })

  it('disappear after three seconds each, independently of each other', () => {
    const store = createToasts()
    store.show({ kind: 'warning', text: 'one' })
    vi.advanceTimersByTime(2_000)
    store.show({ kind: 'warning', text: 'two' })
    store.show({ kind: 'warning', text: 'three' })
    store.dismiss(store.list[2]!.id)
    vi.advanceTimersByTime(999)
    expect(texts(store)).toEqual(['one', 'two'])
    vi.advanceTimersByTime(1)
    expect(texts(store)).toEqual(['two'])
    vi.advanceTimersByTime(2_000)
    expect(texts(store)).toEqual([])
  })

  it('stay for nine seconds if they are notifications, also after they were held', () => {
    const store = createToasts()
    const lastsNineSeconds = (): void => {
      vi.advanceTimersByTime(8_999)
      expect(texts(store)).toEqual(['one'])
    }
    store.show({ kind: 'notification', title: '20101', text: 'one' })
    lastsNineSeconds()
    store.hold(store.list[0]!.id)
    store.release(store.list[0]!.id)
    lastsNineSeconds()
    vi.advanceTimersByTime(1)
    expect(texts(store)).toEqual([])
  })

  it('stay while they are held, and three seconds longer', () => {
    const store = createToasts()
    store.show({ kind: 'warning', text: 'one' })
    const { id } = store.list[0]!
    store.hold(id)
    vi.advanceTimersByTime(60_000)
    expect(texts(store)).toEqual(['one'])
    store.release(id)
    vi.advanceTimersByTime(2_999)
    expect(texts(store)).toEqual(['one'])
    vi.advanceTimersByTime(1)
    expect(texts(store)).toEqual([])
  })

  it('leave no timers behind', () => {
    const store = createToasts()
    for (const text of ['1', '2', '3', '4', '5']) store.show({ kind: 'warning', text })
    for (const { id } of store.list) {
      store.dismiss(id)
      store.release(id)
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are limited to the newest four', () => {
    const store = createToasts()
    for (const text of ['1', '2', '3', '4', '5']) store.show({ kind: 'warning', text })
    expect(texts(store)).toEqual(['2', '3', '4', '5'])
  })
})
