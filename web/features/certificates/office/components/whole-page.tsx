import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { pageMeasures } from '@lectern/contract/certificates/certificate-values.ts'
import type { ReactNode } from 'react'
import styles from './whole-page.module.css'

/** A page in its proportions, visible as a whole. */
export const WholePage = ({
  page,
  share,
  children,
}: Pick<CertificateDesign, 'page'> & { share: string; children: ReactNode }) => {
  const { width, height } = pageMeasures(page)
  return (
    <div
      className={styles.page}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(${share} * ${width / height})` }}
    >
      {children}
    </div>
  )
}
