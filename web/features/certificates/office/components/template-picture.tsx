import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { readTemplate, type ListedTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import { pageMeasures } from '@lectern/contract/certificates/certificate-values.ts'
import { useEffect, useRef, useState } from 'react'
import type { Client } from '../../../../request/client.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { RealPage } from './real-page.tsx'
import styles from './template-picture.module.css'

/** What certificates of a template look like. It is made when it comes into view, because a list may be long. */
export const TemplatePicture = ({ client, template }: { client: Client; template: ListedTemplate }) => {
  const { t, intl } = useCertificateWords()
  const stage = useRef<HTMLDivElement>(null)
  const [design, setDesign] = useState<CertificateDesign>()
  const { id, kind, name, page } = template
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      client(readTemplate, { params: { id } }, { skipErrorHandler: true }).then(
        ({ source }) => setDesign(source.design),
        // The list is as useful without pictures.
        () => undefined,
      )
    })
    observer.observe(stage.current!)
    return () => observer.disconnect()
  }, [client, id])
  const { width, height } = pageMeasures(page)
  return (
    <div ref={stage} className={styles.stage}>
      <div className={styles.page} style={{ aspectRatio: `${width} / ${height}`, background: page.paper }}>
        {design && (
          <RealPage
            previewed={{ kind, design, locale: intl.locale, sample: 'usual' }}
            label={`${t('design.preview')}: ${name}`}
            failed={t('design.previewFailed')}
          />
        )}
      </div>
    </div>
  )
}
