import { useRef, useState, type MouseEvent } from 'react'
import type { DeskFile } from '@lectern/contract/review/review.ts'
import { AnyLink } from '../../../router/link.tsx'
import type { CopyState } from '../anonymous-copy.ts'
import { useReviewText } from '../review-text.ts'
import styles from './viewer.module.css'

interface FileDownloadProps {
  file: DeskFile
  /** Whether it can be fetched now; one that is being made is waited for. */
  ask: () => Promise<CopyState>
  /** Why it is downloaded. */
  about?: string
  /** Something else shows what it contains. */
  isBelow?: boolean
}

/** A file that browsers cannot show. Its copy may have been replaced meanwhile, so it is asked for before it is fetched. */
export const FileDownload = ({ file, ask, about, isBelow = false }: FileDownloadProps) => {
  const { t } = useReviewText()
  const isReady = useRef(false)
  const [hasFailed, setHasFailed] = useState(false)
  const click = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
    // The second click, which is made below, fetches it.
    if (isReady.current) {
      isReady.current = false
      return
    }
    event.preventDefault()
    const link = event.currentTarget
    const state = await ask()
    setHasFailed(state === 'failed')
    if (state !== 'ready') return
    isReady.current = true
    link.click()
  }
  return (
    <div className={isBelow ? styles.below : styles.download}>
      <p role={about && !isBelow ? 'status' : undefined}>{about ?? t('file.noView')}</p>
      <AnyLink
        className={isBelow ? undefined : 'button quiet'}
        address={file.address}
        download={file.name}
        onClick={(event) => void click(event)}
      >
        {t('file.download', { name: file.name })}
      </AnyLink>
      <p role="status">{hasFailed && t('file.cannotDownload')}</p>
    </div>
  )
}
