import type { PublicWork } from '@lectern/contract/public-results.ts'
import type { SyntheticEvent } from 'react'
import { AnyLink } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { writeDuration } from '../../../ui/duration.ts'
import { FileIcon } from '../../../ui/page-icons.tsx'
import { workFileAddress } from '../gallery-address.ts'
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
  /** What films show until they are played. */
  poster: string | undefined
}

interface FileProps {
  file: File
  address: string
  label: string
}

/** A file to open or to download. */
const FileLink = ({ file, address, label }: FileProps) => {
  const { name, type, seconds, pages } = file
  const ending = name.split('.').at(-1)!
  const isDownload = type !== 'application/pdf' && !type.startsWith('image/')
  return (
    <AnyLink className={styles.file} address={address} {...(isDownload && { download: `${label}.${ending}` })}>
      <FileIcon />
      <span className={styles.name}>{label}</span>
      <span className={styles.kind}>
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
const Player = ({
  kind,
  file,
  address,
  label,
  poster,
}: FileProps & { kind: 'video' | 'audio'; poster: string | undefined }) => {
  const Media = kind
  return (
    <div className={styles.player}>
      <Media
        controls
        preload="metadata"
        playsInline
        {...(kind === 'video' && { poster })}
        aria-label={label}
        onPlay={pauseOthers}
      >
        <source src={address} type={file.type === 'video/quicktime' ? 'video/mp4' : file.type} />
        <FormattedMessage id="gallery.noPlayer" />
      </Media>
      <FileLink file={file} address={address} label={label} />
    </div>
  )
}

const PartFile = ({ work, part, file, poster }: PartProps & { file: File }) => {
  const address = workFileAddress(work, file.number)
  const label = part.files.length > 1 ? `${part.label} ${part.files.indexOf(file) + 1}` : part.label
  if (part.kind === 'video' || part.kind === 'audio')
    return <Player kind={part.kind} file={file} address={address} label={label} poster={poster} />
  if (part.kind === 'image')
    return (
      <AnyLink className={styles.picture} address={address}>
        <img src={address} alt={label} loading="lazy" decoding="async" />
      </AnyLink>
    )
  return <FileLink file={file} address={address} label={label} />
}

/** A part of an awarded work. */
export const PublicPart = ({ work, part, poster }: PartProps) => {
  const intl = useIntl()
  const { id, kind, label, labelLocale, text, files } = part
  return (
    <section className={styles.part} aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`} lang={labelLocale === intl.locale ? undefined : labelLocale}>
        {label}
      </h2>
      {text !== null && kind === 'link' && (
        <p className={styles.text}>
          <AnyLink address={text} target="_blank">
            {text}
          </AnyLink>
        </p>
      )}
      {text !== null && kind !== 'link' && <p className={styles.text}>{text}</p>}
      {files.length > 0 && (
        <div className={kind === 'image' ? styles.pictures : styles.files}>
          {files.map((file) => (
            <PartFile key={file.number} work={work} part={part} file={file} poster={poster} />
          ))}
        </div>
      )}
    </section>
  )
}
