import type { PublicWork } from '@lectern/contract/results/public-results.ts'
import type { SyntheticEvent } from 'react'
import { AnyLink } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { writeDuration } from '../../../ui/duration.ts'
import { playerEvents } from '../../../ui/media-link.ts'
import { FileIcon } from '../../../ui/page-icons.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { workFileAddress } from '../gallery-address.ts'
import { workPictureAddress } from '../result-paths.ts'
import styles from './public-part.module.css'

type Part = PublicWork['parts'][number]
type File = Part['files'][number]

/** Only one recording plays at a time. */
const pauseOthers = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>): void => {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== currentTarget) other.pause()
}

interface PartProps {
  work: string
  part: Part
}

interface FileProps {
  file: File
  address: string
  label: string
  /** A small picture; undefined: there is none. */
  picture: string | undefined
}

/** A file to open or to download. */
const FileLink = ({ file, address, label, picture }: FileProps) => {
  const { name, type, seconds, pages } = file
  const ending = name.split('.').at(-1)!
  const isDownload = type !== 'application/pdf' && !type.startsWith('image/')
  return (
    <AnyLink
      className={`cluster ${styles.file}`}
      address={address}
      {...(isDownload && { download: `${label}.${ending}` })}
    >
      {picture === undefined ? <FileIcon /> : <Cover src={picture} size="list" />}
      <span className={styles.name}>{label}</span>
      <span className={`row faint small ${styles.kind}`}>
        <span>{ending.toUpperCase()}</span>
        {seconds !== null && <span>{writeDuration(Math.round(seconds))}</span>}
        {pages !== null && (
          <span>
            <FormattedMessage id="gallery.pages" values={{ pages }} />
          </span>
        )}
        <span>
          <FormattedMessage id={isDownload ? 'gallery.download' : 'gallery.open'} />
        </span>
      </span>
    </AnyLink>
  )
}

/** The browser's player loads nothing but the head before it is played, and seeks by range. */
const Player = ({ kind, ...props }: FileProps & { kind: 'video' | 'audio' }) => {
  const { file, address, label, picture } = props
  const Media = kind
  return (
    <div className={`stack gap-8 ${styles.player}`}>
      <Media
        controls
        preload="metadata"
        playsInline
        {...(kind === 'video' && { poster: picture })}
        aria-label={label}
        onPlay={pauseOthers}
        {...playerEvents}
      >
        <source src={address} type={file.type === 'video/quicktime' ? 'video/mp4' : file.type} />
        <FormattedMessage id="gallery.noPlayer" />
      </Media>
      <FileLink file={file} address={address} label={label} picture={undefined} />
    </div>
  )
}

const PartFile = ({ work, part, file }: PartProps & { file: File }) => {
  const address = workFileAddress(work, file.number)
  const picture = file.hasPicture ? workPictureAddress(work, file.number) : undefined
  const label = part.files.length > 1 ? `${part.label} ${part.files.indexOf(file) + 1}` : part.label
  if (part.kind === 'video' || part.kind === 'audio')
    return <Player kind={part.kind} file={file} address={address} label={label} picture={picture} />
  if (part.kind === 'image')
    return (
      <AnyLink className={styles.picture} address={address}>
        <img src={address} alt={label} loading="lazy" decoding="async" />
      </AnyLink>
    )
  return <FileLink file={file} address={address} label={label} picture={picture} />
}

/** A part of an awarded work. */
export const PublicPart = ({ work, part }: PartProps) => {
  const intl = useIntl()
  const { id, kind, label, labelLocale, text, files } = part
  return (
    <section className={`stack gap-12 ${styles.part}`} aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`} lang={labelLocale === intl.locale ? undefined : labelLocale}>
        {label}
      </h2>
      {text !== null && kind === 'link' && (
        <p className="break-anywhere pre-line">
          <AnyLink address={text} target="_blank">
            {text}
          </AnyLink>
        </p>
      )}
      {text !== null && kind !== 'link' && <p className="break-anywhere pre-line">{text}</p>}
      {files.length > 0 && (
        <div className={kind === 'image' ? styles.pictures : styles.files}>
          {files.map((file) => (
            <PartFile key={file.number} work={work} part={part} file={file} />
          ))}
        </div>
      )}
    </section>
  )
}
