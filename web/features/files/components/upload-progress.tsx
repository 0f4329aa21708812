import type { MessageId } from '@lectern/messages/message-id.ts'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import type { RunState } from '../upload-run.ts'
import { PicturePreview } from './picture-preview.tsx'
import styles from './upload-field.module.css'

interface UploadProgressProps {
  file: File
  isPicture: boolean
  state: RunState
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

const percentOf = (state: RunState, size: number): number =>
  'sent' in state ? Math.floor((state.sent / Math.max(size, 1)) * 100) : 100

const timeLeft = (intl: IntlShape, seconds: number): string => {
  const [value, unit] =
    seconds < 60
      ? ([Math.max(1, Math.ceil(seconds)), 'second'] as const)
      : seconds < 3_600
        ? ([Math.ceil(seconds / 60), 'minute'] as const)
        : ([Math.ceil(seconds / 360) / 10, 'hour'] as const)
  return intl.formatMessage({ id: `upload.left.${unit}` }, { value })
}

/** Progress, speed and remaining time; or why it is interrupted. */
const Facts = ({ state, size }: { state: RunState; size: number }) => {
  const intl = useIntl()
  const percent = intl.formatNumber(percentOf(state, size) / 100, { style: 'percent' })
  switch (state.kind) {
    case 'sending': {
      const { speed, sent } = state
      if (!speed) return <FormattedMessage id="upload.sending" values={{ percent }} />
      const values = { percent, speed: sizeIn(intl, speed), left: timeLeft(intl, (size - sent) / speed) }
      return <FormattedMessage id="upload.going" values={values} />
    }
    case 'paused':
      return <FormattedMessage id="upload.paused" values={{ percent }} />
    case 'cut':
      return <FormattedMessage id={state.isOffline ? 'upload.offline' : 'upload.cut'} values={{ percent }} />
    default:
      return <FormattedMessage id="upload.checking" />
  }
}

/** Announcements for screen readers: every 10 percent, and state changes. */
const useAnnouncement = (name: string, state: RunState, size: number): string => {
  const intl = useIntl()
  const tenth = Math.floor(percentOf(state, size) / 10) / 10
  const percent = intl.formatNumber(tenth, { style: 'percent' })
  const keys: Record<RunState['kind'], MessageId> = {
    sending: 'upload.said.sending',
    paused: 'upload.paused',
    cut: 'cut' === state.kind && state.isOffline ? 'upload.offline' : 'upload.cut',
    checking: 'upload.checking',
    stored: 'upload.checking',
    failed: 'upload.checking',
  }
  const text = intl.formatMessage({ id: keys[state.kind] }, { name, percent })
  const [announcement, setAnnouncement] = useState('')
  // Set in an effect: screen readers only announce changes of an existing live region.
  useEffect(() => setAnnouncement(text), [text])
  return announcement
}

export const UploadProgress = ({ file, isPicture, state, onPause, onResume, onCancel }: UploadProgressProps) => {
  const intl = useIntl()
  const announcement = useAnnouncement(file.name, state, file.size)
  const isChecking = state.kind === 'checking'
  return (
    <div className={styles.card}>
      {isPicture && <PicturePreview file={file} />}
      <div className={styles.body}>
        <p className="break-anywhere">
          <bdi>{file.name}</bdi> <span className={styles.size}>{sizeIn(intl, file.size)}</span>
        </p>
        <progress
          className={styles.bar}
          aria-label={intl.formatMessage({ id: 'upload.progressOf' }, { name: file.name })}
          max={100}
          {...(!isChecking && { value: percentOf(state, file.size) })}
          data-held={state.kind === 'paused' || state.kind === 'cut' || undefined}
        />
        <p className={styles.facts}>
          <Facts state={state} size={file.size} />
        </p>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
      {!isChecking && (
        <div className="row gap-8">
          {state.kind === 'paused' ? (
            <button type="button" className={styles.action} onClick={onResume}>
              <FormattedMessage id="upload.resume" />
            </button>
          ) : (
            <button type="button" className={styles.action} onClick={onPause}>
              <FormattedMessage id="upload.pause" />
            </button>
          )}
          <button type="button" className={styles.action} onClick={onCancel}>
            <FormattedMessage id="upload.cancel" />
          </button>
        </div>
      )}
    </div>
  )
}
