import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { DeskFile } from '@lectern/contract/review/review.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { nextSpeed, resumedAt, speeds } from '../media-time.ts'
import { useReviewText } from '../review-text.ts'
import styles from './viewer.module.css'

const stepSeconds = 5
/** Between two stored places while a film plays. */
const storeSeconds = 15

export interface MediaHandle {
  toggle: () => void
  step: (by: 1 | -1) => void
  changeSpeed: (by: 1 | -1) => void
  seek: (seconds: number) => void
  now: () => number
}

interface MediaViewProps {
  file: DeskFile
  label: string
  isAudio: boolean
  /** It cannot be played, and its copy is not being made. */
  hasFailed: boolean
  onFailed: () => void
  onLoaded: () => void
  /** Where it was left. */
  place: number | undefined
  onPlace: (seconds: number) => void
  handle: Ref<MediaHandle>
}

/** The speed lasts from one film to the next. */
let chosenSpeed = 1

/** A film or a recording that goes on where it was left. */
export const MediaView = (props: MediaViewProps) => {
  const { file, label, isAudio, hasFailed, onFailed, onLoaded, place, onPlace, handle } = props
  const intl = useIntl()
  const { t } = useReviewText()
  const media = useRef<HTMLMediaElement>(null)
  const [speed, setSpeed] = useState(chosenSpeed)
  const stored = useRef(place ?? 0)
  const begin = useRef(place)
  const store = (seconds: number): void => {
    if (Math.abs(seconds - stored.current) < 1) return
    stored.current = seconds
    onPlace(Math.floor(seconds))
  }
  const play = (next: number): void => {
    chosenSpeed = next
    setSpeed(next)
    if (media.current) media.current.playbackRate = next
  }
  const seek = (seconds: number): void => {
    if (media.current) media.current.currentTime = Math.max(0, seconds)
  }
  const control: MediaHandle = {
    toggle: () => {
      const player = media.current
      if (player?.paused) player.play().catch(() => undefined)
      else player?.pause()
    },
    step: (by) => seek((media.current?.currentTime ?? 0) + by * stepSeconds),
    changeSpeed: (by) => play(nextSpeed(speed, by)),
    seek,
    now: () => media.current?.currentTime ?? 0,
  }
  useImperativeHandle(handle, () => control)
  const shared = {
    src: file.address,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
      // It goes on there when it is loaded again.
      if (currentTarget.currentTime > 0) store(currentTarget.currentTime)
      onFailed()
    },
    onLoadedMetadata: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
      onLoaded()
      currentTarget.playbackRate = speed
      currentTarget.currentTime = resumedAt(begin.current, currentTarget.duration)
    },
    onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
      if (Math.abs(currentTarget.currentTime - stored.current) >= storeSeconds) store(currentTarget.currentTime)
    },
    onPause: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => store(currentTarget.currentTime),
  } as const
  return (
    <div className={styles.media} data-audio={isAudio || undefined}>
      {isAudio ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- works have none
        <audio ref={media} {...shared} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- works have none
        <video ref={media as Ref<HTMLVideoElement>} playsInline {...shared} />
      )}
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          {t('file.cannotPlay')}
        </p>
      )}
      <div className={styles.controls}>
        <button type="button" className={styles.small} onClick={() => control.step(-1)}>
          {t('media.back', { seconds: stepSeconds })}
        </button>
        <button type="button" className={styles.small} onClick={() => control.step(1)}>
          {t('media.forward', { seconds: stepSeconds })}
        </button>
        <span className={`row gap-4 ${styles.speeds}`} role="group" aria-label={t('media.speed')}>
          {speeds.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.small}
              aria-pressed={each === speed}
              onClick={() => play(each)}
            >
              {`${intl.formatNumber(each)}×`}
            </button>
          ))}
        </span>
      </div>
    </div>
  )
}
