import { useState, type ReactNode } from 'react'
import { PdfReader } from '../../../../ui/pdf/pdf-reader.tsx'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

interface SlidesViewProps {
  /** Of the pages. */
  src: string
  label: string
  download: ReactNode
}

/** Whether they will be made without anybody's doing. */
const isPending = async (src: string): Promise<boolean> => {
  const answer = await fetch(src, { cache: 'no-store' })
  // They are there, and cannot be shown.
  if (answer.ok) {
    await answer.body?.cancel()
    return false
  }
  const content = (await answer.json()) as { data?: { error?: unknown } | null }
  return content.data?.error === 'file.notReady'
}

/** Slides as pages, or why there are none. */
export const SlidesView = ({ src, label, download }: SlidesViewProps) => {
  const { t } = useWorkWords()
  const [missing, setMissing] = useState<'pending' | 'none'>()
  if (!missing)
    return (
      <PdfReader
        src={src}
        label={label}
        onFailed={() => {
          isPending(src).then(
            (is) => setMissing(is ? 'pending' : 'none'),
            () => setMissing('none'),
          )
        }}
      />
    )
  return (
    <div className={`stack gap-12 ${styles.opened}`}>
      <p role="status">{t(`slides.${missing}`)}</p>
      {download}
    </div>
  )
}
