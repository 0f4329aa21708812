import { beforeEach, expect, test, vi } from 'vitest'
import { goOnWithNewLink, playerEvents } from './media-link.ts'

const network = 2
const unplayable = 4

let milliseconds: number
beforeEach(() => {
  milliseconds = 0
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: network })
  vi.stubGlobal('performance', { now: () => milliseconds })
})

/** What of a player is used, with what was done to it. */
const playerWith = (code: number) => {
  const steps: string[] = []
  let ready = (): void => undefined
  const player = {
    currentTime: 70,
    playbackRate: 1.5,
    error: { code },
    addEventListener: (_name: string, listener: () => void) => {
      ready = listener
    },
    load: () => {
      steps.push('load')
      Object.assign(player, { currentTime: 0, playbackRate: 1 })
    },
    play: () => Promise.resolve(steps.push('play')),
  }
  return { player: player as unknown as HTMLMediaElement, steps, loaded: () => ready() }
}

test('a player whose link has expired goes on where it was, playing if it did', () => {
  for (const isPlaying of [true, false]) {
    const { player, steps, loaded } = playerWith(network)
    playerEvents.onPlaying({ currentTarget: player })
    if (!isPlaying) playerEvents.onPause({ currentTarget: player })
    expect(goOnWithNewLink(player)).toBe(true)
    loaded()
    expect([player.currentTime, player.playbackRate, steps]).toEqual([70, 1.5, isPlaying ? ['load', 'play'] : ['load']])
  }
})

test('a film that cannot be played, or cannot be loaded again, is given up', () => {
  const broken = playerWith(unplayable)
  expect([goOnWithNewLink(broken.player), broken.steps]).toEqual([false, []])
  const gone = playerWith(network)
  const answers = [0, 9_999, 10_000].map((at) => {
    milliseconds = at
    return goOnWithNewLink(gone.player)
  })
  expect([answers, gone.steps]).toEqual([
    [true, false, true],
    ['load', 'load'],
  ])
})
