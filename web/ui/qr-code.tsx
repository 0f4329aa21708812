import { useEffect, useState } from 'react'
import { FormattedMessage } from './intl.tsx'
import styles from './qr-code.module.css'

/** An address as a QR code, generated in the browser. */
export const QrCode = ({ address, label }: { address: string; label: string }) => {
  const [drawn, setDrawn] = useState<{ address: string; source: string } | 'failed'>()
  useEffect(() => {
    let isLeft = false
    const draw = async (): Promise<void> => {
      const { renderSVG } = await import('uqr')
      const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`
      if (!isLeft) setDrawn({ address, source })
    }
    draw().catch(() => setDrawn('failed'))
    return () => {
      isLeft = true
    }
  }, [address])
  if (drawn === 'failed')
    return (
      <p className={styles.failed} role="alert">
        <FormattedMessage id="share.codeFailed" />
      </p>
    )
  // Never show the code of a previous address.
  const source = drawn?.address === address ? drawn.source : undefined
  return source ? (
    <img className={styles.code} src={source} width="200" height="200" alt={label} />
  ) : (
    <span className={styles.code} />
  )
}
