import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkIcon, PrintIcon } from '../../../ui/icons.tsx'
import styles from './share.module.css'

/** The page's own address, without what only concerns this reader. */
const ownAddress = (): string => `${location.origin}${location.pathname}`

const useCopied = (): [boolean, () => Promise<void>] => {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(ownAddress())
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 3_000)
  }
  return [copied, copy]
}

/** Copies the link, shows it as a QR code drawn in the browser, prints the page. */
export const Share = ({ title }: { title: string }) => {
  const intl = useIntl()
  const [copied, copy] = useCopied()
  const [code, setCode] = useState<string>()
  const showCode = async (): Promise<void> => {
    if (code) return setCode(undefined)
    const { renderSVG } = await import('uqr')
    setCode(`data:image/svg+xml,${encodeURIComponent(renderSVG(ownAddress()))}`)
  }
  return (
    <section className={styles.share} aria-label={intl.formatMessage({ id: 'share.title' })}>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        <LinkIcon />
        <FormattedMessage id={copied ? 'share.copied' : 'share.copy'} />
      </button>
      <span className="visually-hidden" role="status">
        {copied && <FormattedMessage id="share.copied" />}
      </span>
      <button type="button" className="button quiet" aria-expanded={code !== undefined} onClick={() => void showCode()}>
        <FormattedMessage id="share.code" />
      </button>
      <button type="button" className="button quiet" onClick={() => print()}>
        <PrintIcon />
        <FormattedMessage id="share.print" />
      </button>
      {code && (
        <img
          className={styles.code}
          src={code}
          width="200"
          height="200"
          alt={intl.formatMessage({ id: 'share.codeOf' }, { title })}
        />
      )}
    </section>
  )
}
