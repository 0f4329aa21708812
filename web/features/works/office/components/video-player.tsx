import { Button, Segmented, Space } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from '../../../../ui/intl.tsx'
import { goOnWithNewLink, playerEvents } from '../../../../ui/media-link.ts'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

const speeds = [1, 1.25, 1.5, 2]
const stepSeconds = 5

/** A film that can be gone through quickly: faster, and a few seconds back and forth. */
export const VideoPlayer = ({ src, label }: { src: string; label: string }) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  const video = useRef<HTMLVideoElement>(null)
  const [speed, setSpeed] = useState(1)
  const [hasFailed, setFailed] = useState(false)
  const step = (seconds: number): void => {
    if (video.current) video.current.currentTime += seconds
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- works have none */}
      <video
        key={src}
        ref={video}
        className={styles.video}
        src={src}
        controls
        preload="metadata"
        playsInline
        aria-label={label}
        {...playerEvents}
        onError={({ currentTarget }) => setFailed(!goOnWithNewLink(currentTarget))}
        // Another film begins at the speed that was chosen.
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.playbackRate = speed
          setFailed(false)
        }}
      />
      {hasFailed && <p role="alert">{t('file.cannotPlay')}</p>}
      <Space wrap style={{ marginTop: 8 }}>
        <Button size="small" onClick={() => step(-stepSeconds)}>
          {t('video.back', { seconds: stepSeconds })}
        </Button>
        <Button size="small" onClick={() => step(stepSeconds)}>
          {t('video.forward', { seconds: stepSeconds })}
        </Button>
        <Segmented
          size="small"
          aria-label={t('video.speed')}
          value={speed}
          options={speeds.map((value) => ({ value, label: `${intl.formatNumber(value)}×` }))}
          onChange={(value) => {
            setSpeed(value)
            if (video.current) video.current.playbackRate = value
          }}
        />
      </Space>
    </div>
  )
}
