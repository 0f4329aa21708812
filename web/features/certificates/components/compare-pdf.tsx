import { useState, type DragEvent } from 'react'
import type { Verification } from '@lectern/contract/certificates.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Shared } from '../../../ui/shared-markup.tsx'
import { verifyPdf } from '../api.ts'
import { hashOfFile } from '../file-hash.ts'
import styles from './compare-pdf.module.css'

/** `failed`: the file or the site cannot be read. `noHash`: this browser computes no hash here. */
type Outcome = 'same' | 'other' | 'failed' | 'noHash'

interface ComparePdfProps {
  client: Client
  /** The hash of the PDF that was issued; absent: the certificate is found by the file. */
  expected?: string | undefined
  onFound: (found: Verification) => void
}

/** Compares a PDF with the one that was issued. The file stays in the browser: only its hash is sent. */
export const ComparePdf = ({ client, expected, onFound }: ComparePdfProps) => {
  const [isOver, setOver] = useState(false)
  const [result, setResult] = useState<{ name: string; outcome: Outcome }>()
  const compare = async (file: File): Promise<Outcome> => {
    const hash = await hashOfFile(file)
    if (hash === undefined) return 'noHash'
    if (expected !== undefined) return hash === expected ? 'same' : 'other'
    const found = await client(verifyPdf, { query: { sha256: hash } }, { skipErrorHandler: true })
    if (found.state === 'unknown') return 'other'
    onFound(found)
    return 'same'
  }
  const take = (file: File | undefined): void => {
    if (!file) return
    compare(file).then(
      (outcome) => setResult({ name: file.name, outcome }),
      () => setResult({ name: file.name, outcome: 'failed' }),
    )
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Shared tag="section" name="compare PDF" className={styles.compare} aria-labelledby="compare-pdf">
      <h2 id="compare-pdf">
        <FormattedMessage id="certificate.compare" />
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut for choosing */}
      <label
        className={styles.drop}
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
          accept="application/pdf,.pdf"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </label>
      <p className={styles.outcome} role="status" data-outcome={result?.outcome}>
        {result && <FormattedMessage id={`certificate.compare.${result.outcome}`} values={{ name: result.name }} />}
      </p>
    </Shared>
  )
}
