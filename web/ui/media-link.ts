import type { SyntheticEvent } from 'react'

type PlayerEvent = Pick<SyntheticEvent<HTMLMediaElement>, 'currentTarget'>

/** Players that are playing. A browser that fails to load more says that the player is paused. */
const playing = new WeakSet<HTMLMediaElement>()

/** When players last asked for a new link. */
const lastLoads = new WeakMap<HTMLMediaElement, number>()

/** A file that cannot be loaded is not asked for again and again. */
const pauseMilliseconds = 10_000

/**
 * Films may come by links that last for a minute, and browsers ask those again for the rest of the film. A player that
 * was refused loads its film anew, by the address of the page, and goes on where it was. False: that would not help.
 */
export const goOnWithNewLink = (player: HTMLMediaElement): boolean => {
  const { currentTime, playbackRate, error } = player
  const isBegun = error?.code === MediaError.MEDIA_ERR_NETWORK
  if (!isBegun || performance.now() - (lastLoads.get(player) ?? -Infinity) < pauseMilliseconds) return false
  lastLoads.set(player, performance.now())
  player.addEventListener(
    'loadedmetadata',
    () => {
      player.currentTime = currentTime
      player.playbackRate = playbackRate
      // A browser that wants a click first leaves it paused.
      if (playing.has(player)) player.play().catch(() => undefined)
    },
    { once: true },
  )
  player.load()
  return true
}

/** What every player of the site listens to. */
export const playerEvents = {
  onPlaying: ({ currentTarget }: PlayerEvent): void => void playing.add(currentTarget),
  onPause: ({ currentTarget }: PlayerEvent): void => void playing.delete(currentTarget),
  onError: ({ currentTarget }: PlayerEvent): void => void goOnWithNewLink(currentTarget),
}
