import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './checksum.module.css'

/** For verifying a downloaded file. */
export const Checksum = ({ value }: { value: string }) => {
  const intl = useIntl()
  const code = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      timer.current = setTimeout(() => setCopied(false), 3_000)
    } catch {
      // The clipboard is not available, for example over plain HTTP: select the text instead.
      getSelection()?.selectAllChildren(code.current!)
    }
  }
  return (
    <details className={styles.checksum}>
      <summary>
        <FormattedMessage id="material.checksum" />
      </summary>
      <code ref={code}>{value}</code>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={intl.formatMessage({ id: 'material.copyChecksum' })}
      >
        <FormattedMessage id={isCopied ? 'material.copied' : 'material.copy'} />
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && <FormattedMessage id="material.copied" />}
      </span>
    </details>
  )
}
