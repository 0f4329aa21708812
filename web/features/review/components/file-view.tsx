import type { Ref } from 'react'
import type { DeskFile } from '@lectern/contract/review/review.ts'
import { AnyLink } from '../../../router/link.tsx'
import { PdfReader, type ReaderHandle } from '../../../ui/pdf/pdf-reader.tsx'
import type { CopyState } from '../anonymous-copy.ts'
import { useReviewText } from '../review-text.ts'
import { useCopy } from '../use-copy.ts'
import { shownAs } from '../viewed-items.ts'
import { FileDownload } from './file-download.tsx'
import { MediaView, type MediaHandle } from './media-view.tsx'
import styles from './viewer.module.css'

interface SlidesViewProps {
  file: DeskFile
  /** Of the pages. */
  address: string
  label: string
  startPage: number | undefined
  onPage: (page: number) => void
  handle: Ref<ReaderHandle>
  /** Whether the slides themselves can be fetched now. */
  ask: () => Promise<CopyState>
}

/** Slides as pages, if there are any; the slides themselves can be downloaded. */
const SlidesView = ({ file, address, label, startPage, onPage, handle, ask }: SlidesViewProps) => {
  const { t } = useReviewText()
  const { state, attempt, check } = useCopy({ address, isReady: file.isReady })
  if (state !== 'ready')
    return <FileDownload file={file} ask={ask} about={t(state === 'pending' ? 'slides.pending' : 'slides.none')} />
  return (
    <>
      <PdfReader
        key={attempt}
        src={address}
        label={label}
        className={styles.pdf}
        onFailed={() => void check()}
        startPage={startPage}
        onPage={onPage}
        handle={handle}
      />
      <FileDownload file={file} ask={ask} about={t('slides.about')} isBelow />
    </>
  )
}

interface FileViewProps {
  file: DeskFile
  label: string
  place: number | undefined
  onPlace: (file: number, place: number) => void
  media: Ref<MediaHandle>
  pdf: Ref<ReaderHandle>
  onPage: (page: number) => void
}

/** One file, as far as browsers can show it. */
export const FileView = ({ file, label, place, onPlace, media, pdf, onPage }: FileViewProps) => {
  const { t } = useReviewText()
  const kind = shownAs(file)
  const { state, attempt, ask, check, accept } = useCopy(file)
  if (state === 'pending')
    return (
      <p role="status" className={styles.hint}>
        {t('file.notReady')}
      </p>
    )
  if (kind === 'video' || kind === 'audio')
    return (
      <MediaView
        key={attempt}
        file={file}
        label={label}
        isAudio={kind === 'audio'}
        hasFailed={state === 'failed'}
        onFailed={() => void check()}
        onLoaded={accept}
        place={place}
        onPlace={(seconds) => onPlace(file.number, seconds)}
        handle={media}
      />
    )
  const turn = (page: number): void => {
    onPage(page)
    onPlace(file.number, page)
  }
  if (kind === 'pdf')
    return (
      <PdfReader
        key={attempt}
        src={file.address}
        label={label}
        className={styles.pdf}
        failed={t('pdf.failed')}
        onFailed={() => void check()}
        startPage={place}
        onPage={turn}
        handle={pdf}
      />
    )
  if (file.pagesAddress !== null)
    return (
      <SlidesView
        file={file}
        address={file.pagesAddress}
        label={label}
        startPage={place}
        onPage={turn}
        handle={pdf}
        ask={ask}
      />
    )
  if (kind === 'image')
    return (
      <AnyLink className={styles.picture} address={file.address} target="_blank" rel="noopener noreferrer">
        <img key={attempt} src={file.address} alt={label} onError={() => void check()} />
        <span className="visually-hidden">{t('file.open')}</span>
      </AnyLink>
    )
  return <FileDownload file={file} ask={ask} />
}
