import { Alert, Button, Space, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { OfficeFile } from '@lectern/contract/works/work-office.ts'
import { slidesType } from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { playerEvents } from '../../../../ui/media-link.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { Cover } from '../../../../ui/cover.tsx'
import { PdfReader } from '../../../../ui/pdf/pdf-reader.tsx'
import { sizeIn } from '../../../materials/file-words.ts'
import { writeDuration } from '../../../../ui/duration.ts'
import { coverUrl, pagesUrl, workFileUrl } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { SlidesView } from './slides-view.tsx'
import { VideoPlayer } from './video-player.tsx'
import styles from './work-dossier.module.css'

interface FileViewProps {
  work: string
  file: OfficeFile
  /** The copy that experts get. */
  asExperts: boolean
  /** Replaces the copy that experts get. */
  redaction: ReactNode
}

/** The file itself, as far as browsers can show it. */
const Shown = ({ work, file, isCopy }: { work: string; file: OfficeFile; isCopy: boolean }) => {
  const { t } = useWorkWords()
  const { name } = file
  const { type } = (isCopy && file.copy) || file
  const src = workFileUrl(work, file.id, isCopy)
  if (type.startsWith('video/')) return <VideoPlayer src={src} label={name} />
  if (type.startsWith('audio/'))
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- works have none
      <audio key={src} className={styles.audio} src={src} controls aria-label={name} {...playerEvents} />
    )
  if (type.startsWith('image/')) return <img className={styles.picture} src={src} alt={name} />
  if (type === 'application/pdf') return <PdfReader src={src} label={name} failed={t('pdf.failed')} />
  const download = (
    <Button href={workFileUrl(work, file.id, isCopy)} download={name}>
      {t('file.download')}
    </Button>
  )
  if (type === slidesType)
    return <SlidesView key={src} src={pagesUrl(work, file.id, isCopy)} label={name} download={download} />
  return (
    <div className={`stack gap-12 ${styles.opened}`}>
      {!isCopy && <Cover src={coverUrl(work, file.id)} />}
      <p>{t('file.noView')}</p>
      {download}
    </div>
  )
}

/** One file with what is wrong with it and what is known about it. */
export const FileView = ({ work, file, asExperts, redaction }: FileViewProps) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  const { name, size, seconds, width, height, pages, uploadedAt } = file
  const { sha256, confirmation, blindCopy, copy, findings, isChecked } = file
  const isCopyShown = asExperts && blindCopy !== 'none'
  const hasCopy = blindCopy === 'ready' || blindCopy === 'redacted'
  // Of the original nothing is told that does not hold for the copy.
  const shownSize = isCopyShown ? copy?.size : size
  const isSame = !isCopyShown || blindCopy === 'ready'
  const details = isSame && [
    seconds !== null && writeDuration(Math.floor(seconds)),
    width !== null && height !== null && `${width} × ${height}`,
    pages !== null && t('file.pages', { pages }),
  ]
  const facts = [shownSize !== undefined && sizeIn(intl, shownSize), ...(details || [])]
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {findings.map(({ code, isBlocking, message }) => (
        <Alert key={code} type={isBlocking ? 'error' : 'warning'} showIcon title={message} />
      ))}
      {!isChecked && <Alert type="info" showIcon title={t('file.checking')} />}
      {!isCopyShown && confirmation === 'waiting' && <Alert type="info" showIcon title={t('file.confirming')} />}
      {isCopyShown && !hasCopy ? (
        <Alert
          type={blindCopy === 'failed' ? 'error' : 'info'}
          showIcon
          title={t(blindCopy === 'failed' ? 'copy.failed' : 'copy.pending')}
        />
      ) : (
        <Shown work={work} file={file} isCopy={isCopyShown} />
      )}
      {isCopyShown && blindCopy === 'redacted' && <Alert type="success" showIcon title={t('copy.redacted')} />}
      {isCopyShown && redaction}
      <div className={`row break-anywhere ${styles.facts}`}>
        <strong>{name}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {!isCopyShown && (
          <span>
            {t('file.uploadedAt')} <Moment value={uploadedAt} />
          </span>
        )}
        {(!isCopyShown || hasCopy) && (
          <a href={workFileUrl(work, file.id, isCopyShown)} download={name}>
            {t('file.download')}
          </a>
        )}
        {!isCopyShown && (
          <Typography.Text type="secondary" className={styles.hash!} copyable={{ text: sha256 }}>
            {t('file.sha256', { sha256: sha256.slice(0, 16) })}
          </Typography.Text>
        )}
      </div>
    </Space>
  )
}
