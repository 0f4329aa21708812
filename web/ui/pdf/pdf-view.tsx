import { Spinner } from '../spinner.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { usePdf } from './use-pdf.ts'
import styles from './pdf-pages.module.css'

interface PdfViewProps {
  src: string
  /** Accessible name. */
  label: string
  words: { page: (number: number, total: number) => string; failed: string }
}

/** A short PDF, page below page, without tools. */
export const PdfView = ({ src, label, words }: PdfViewProps) => {
  const opened = usePdf(src)
  if (opened === undefined) return <Spinner />
  if (opened === null)
    return (
      <p role="alert" className={styles.failed}>
        {words.failed}
      </p>
    )
  return (
    <div className={styles.short}>
      <PdfPages opened={opened} label={label} pageLabel={(number) => words.page(number, opened.pdf.numPages)} />
    </div>
  )
}
