import { useState, type DragEvent } from 'react'
import { verifyPdf, type Verification } from '@lectern/contract/certificates/certificates.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Shared } from '../../../ui/shared-markup.tsx'
import { hashOfFile } from '../file-hash.ts'
import styles from './compare-pdf.module.css'

/** `failed`: the file or the site cannot be read. `noHash`: this browser computes no hash here. */
type Outcome = 'same' | 'other' | 'failed' | 'noHash'

export interface Comparison {
  name: string
  outcome: Outcome
}

interface ComparePdfProps {
  client: Client
  /** The hash of the PDF that was issued; absent: the certificate is found by the file. */
  expected?: string | undefined
  onFound: (verification: Verification) => void
  comparison?: Comparison | undefined
  onCompared: (comparison: Comparison) => void
}

/** Compares a PDF with the one that was issued. The file stays in the browser: only its hash is sent. */
export const ComparePdf = ({ client, expected, onFound, comparison, onCompared }: ComparePdfProps) => {
  const [isOver, setOver] = useState(false)
  const compare = async (file: File): Promise<Outcome> => {
    const hash = await hashOfFile(file)
    if (hash === undefined) return 'noHash'
    if (expected !== undefined) return hash === expected ? 'same' : 'other'
    const verification = await client(verifyPdf, { query: { sha256: hash } }, { skipErrorHandler: true })
    if (verification.state === 'unknown') return 'other'
    onFound(verification)
    return 'same'
  }
  const take = (file: File | undefined): void => {
    if (!file) return
    compare(file).then(
      (outcome) => onCompared({ name: file.name, outcome }),
      () => onCompared({ name: file.name, outcome: 'failed' }),
    )
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Shared tag="section" name="compare PDF" className="stack-fit gap-12 script-only" aria-labelledby="compare-pdf">
      <h2 id="compare-pdf">
        <FormattedMessage id="certificate.compare" />
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut for choosing */}
      <label
        className={`stack-fit gap-12 muted ${styles.drop}`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span>
          <FormattedMessage id="certificate.compare.about" />
        </span>
        <input
          type="file"
          className="visually-hidden"
          accept="application/pdf,.pdf"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <span className="button quiet" aria-hidden="true">
          <FormattedMessage id="certificate.compare.choose" />
        </span>
      </label>
      <p className={styles.outcome} role="status" data-outcome={comparison?.outcome}>
        {comparison && comparison.outcome !== 'other' && (
          <FormattedMessage id={`certificate.compare.${comparison.outcome}`} values={{ name: comparison.name }} />
        )}
      </p>
    </Shared>
  )
}
