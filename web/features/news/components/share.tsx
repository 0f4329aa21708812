import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CodeIcon, LinkIcon, PrintIcon } from '../../../ui/icons.tsx'
import styles from './share.module.css'

/** The page's own address, without what only concerns this reader. */
const ownAddress = (): string => `${location.origin}${location.pathname}`

/** `by hand`: the browser does not let a page copy, as on plain http. */
type Copying = 'not yet' | 'copied' | 'by hand'

const useCopy = (): [Copying, () => Promise<void>] => {
  const [copying, setCopying] = useState<Copying>('not yet')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (): Promise<void> => {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(ownAddress())
      setCopying('copied')
      timer.current = setTimeout(() => setCopying('not yet'), 3_000)
    } catch {
      setCopying('by hand')
    }
  }
  return [copying, copy]
}

/** Ready for the reader's own copying. */
const selectAll = (field: HTMLInputElement | null): void => {
  field?.focus()
  field?.select()
}

const CopyButton = () => {
  const intl = useIntl()
  const [copying, copy] = useCopy()
  const isCopied = copying === 'copied'
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        <LinkIcon />
        <FormattedMessage id={isCopied ? 'share.copied' : 'share.copy'} />
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && <FormattedMessage id="share.copied" />}
      </span>
      {copying === 'by hand' && (
        <input
          ref={selectAll}
          className={styles.address}
          readOnly
          value={ownAddress()}
          aria-label={intl.formatMessage({ id: 'share.address' })}
        />
      )}
    </>
  )
}

const useCode = () => {
  const [code, setCode] = useState<string>()
  const [failed, setFailed] = useState(false)
  const toggle = async (): Promise<void> => {
    setFailed(false)
    if (code) return setCode(undefined)
    try {
      const { renderSVG } = await import('uqr')
      setCode(`data:image/svg+xml,${encodeURIComponent(renderSVG(ownAddress()))}`)
    } catch {
      setFailed(true)
    }
  }
  return { code, failed, toggle }
}

/** Copies the link, shows it as a QR code drawn in the browser, prints the page. */
export const Share = ({ title }: { title: string }) => {
  const intl = useIntl()
  const { code, failed, toggle } = useCode()
  return (
    <section className={styles.share} aria-label={intl.formatMessage({ id: 'share.title' })}>
      <CopyButton />
      <button type="button" className="button quiet" aria-expanded={code !== undefined} onClick={() => void toggle()}>
        <CodeIcon />
        <FormattedMessage id="share.code" />
      </button>
      <button type="button" className="button quiet" onClick={() => print()}>
        <PrintIcon />
        <FormattedMessage id="share.print" />
      </button>
      {failed && (
        <p className={styles.failed} role="alert">
          <FormattedMessage id="share.codeFailed" />
        </p>
      )}
      {code && (
        <p className={styles.code}>
          <img src={code} width="200" height="200" alt={intl.formatMessage({ id: 'share.codeOf' }, { title })} />
        </p>
      )}
    </section>
  )
}
