import { Alert, Button, Space, Typography } from 'antd'
import type { OfficeFile } from '@lectern/contract/work-office.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { PdfView } from '../../../../ui/pdf-view.tsx'
import { sizeIn } from '../../../materials/file-words.ts'
import { writeDuration } from '../../../../ui/duration.ts'
import { workFileUrl } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { VideoPlayer } from './video-player.tsx'
import styles from './work-dossier.module.css'

interface FileViewProps {
  work: string
  file: OfficeFile
  /** The copy that experts get. */
  asExperts: boolean
}

/** The file itself, as far as browsers can show it. */
const Shown = ({ work, file, isCopy }: { work: string; file: OfficeFile; isCopy: boolean }) => {
  const { t } = useWorkWords()
  const { name } = file
  const { type } = (isCopy && file.copy) || file
  const src = workFileUrl(work, file.id, isCopy)
  if (type.startsWith('video/')) return <VideoPlayer src={src} label={name} />
  if (type.startsWith('audio/'))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- works have none
    return <audio key={src} className={styles.audio} src={src} controls aria-label={name} />
  if (type.startsWith('image/')) return <img className={styles.picture} src={src} alt={name} />
  if (type === 'application/pdf')
    return (
      <PdfView
        src={src}
        label={name}
        words={{ page: (number, total) => t('pdf.page', { number, total }), failed: t('pdf.failed') }}
      />
    )
  return (
    <div className={styles.opened}>
      <p>{t('file.noView')}</p>
      <Button href={workFileUrl(work, file.id, isCopy)} download={name}>
        {t('file.download')}
      </Button>
    </div>
  )
}

/** One file with what is wrong with it and what is known about it. */
export const FileView = ({ work, file, asExperts }: FileViewProps) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  const { name, size, seconds, width, height, pages, sha256, uploadedAt, blindCopy, copy, findings, isChecked } = file
  const isCopyShown = asExperts && blindCopy !== 'none'
  const hasCopy = blindCopy === 'ready' || blindCopy === 'redacted'
  // Of the original nothing is told that does not hold for the copy.
  const shownSize = isCopyShown ? copy?.size : size
  const isSame = !isCopyShown || blindCopy === 'ready'
  const known = isSame && [
    seconds !== null && writeDuration(Math.floor(seconds)),
    width !== null && height !== null && `${width} × ${height}`,
    pages !== null && t('file.pages', { pages }),
  ]
  const facts = [shownSize !== undefined && sizeIn(intl, shownSize), ...(known || [])]
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {findings.map(({ code, isBlocking, message }) => (
        <Alert key={code} type={isBlocking ? 'error' : 'warning'} showIcon title={message} />
      ))}
      {!isChecked && <Alert type="info" showIcon title={t('file.checking')} />}
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
      <div className={styles.facts}>
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
