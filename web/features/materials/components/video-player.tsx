import type { SyntheticEvent } from 'react'
import { fileUrl, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { downloadUrl } from '@lectern/contract/materials/material-values.ts'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { playerEvents } from '../../../ui/media-link.ts'
import { MaterialFacts } from './material-facts.tsx'
import styles from './video-player.module.css'

/** Only one video plays at a time. */
const pauseOthers = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void => {
  for (const other of document.querySelectorAll('video')) if (other !== currentTarget) other.pause()
}

interface VideoPlayerProps {
  card: MaterialCard
  /** The page is about this video. */
  chosen?: boolean
}

/** A video in the browser's player, which loads nothing before it is played. */
export const VideoPlayer = ({ card, chosen = false }: VideoPlayerProps) => {
  const intl = useIntl()
  const { id, title, summary, locale, file, picture, captions } = card
  return (
    <article className={`stack gap-8 ${styles.video}`} data-chosen={chosen || undefined}>
      {file ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- those that have captions show them
        <video
          controls
          preload="none"
          playsInline
          aria-label={title}
          {...(picture && { poster: plainPictureUrl(picture.id, picture.width) })}
          onPlay={pauseOthers}
          {...playerEvents}
        >
          <source src={fileUrl(file.id)} type={file.type} />
          {captions && (
            <track
              default
              kind="captions"
              src={fileUrl(captions)}
              label={intl.formatMessage({ id: 'material.captions' })}
            />
          )}
          <a href={downloadUrl(id)}>{file.name}</a>
        </video>
      ) : (
        <p className={styles.away}>
          <FormattedMessage id="material.fileAway" />
        </p>
      )}
      <h2 lang={locale}>{title}</h2>
      {summary && (
        <p className="muted" lang={locale}>
          {summary}
        </p>
      )}
      <MaterialFacts card={card} withKind={false} />
      {file && (
        <a className={styles.load} href={downloadUrl(id)} download={file.name}>
          <FormattedMessage id="material.downloadVideo" />
          <span className="visually-hidden">{file.name}</span>
        </a>
      )}
    </article>
  )
}
