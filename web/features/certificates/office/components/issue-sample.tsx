import { Modal, Segmented, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import {
  readTemplate,
  type CertificateIssue,
  type CertificateTemplate,
} from '@lectern/contract/certificates/certificate-office.ts'
import { pageMeasures } from '@lectern/contract/certificates/certificate-values.ts'
import type { Client } from '../../../../request/client.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { RealPage, type Previewed } from './real-page.tsx'
import styles from './issue-sample.module.css'

interface IssueSampleProps {
  client: Client
  issue: CertificateIssue
  onClose: () => void
}

const samples = ['usual', 'longest'] as const satisfies readonly Previewed['sample'][]

/** What a certificate of an issue looks like in its language. */
export const IssueSample = ({ client, issue, onClose }: IssueSampleProps) => {
  const { t } = useCertificateWords()
  const [isOpen, setOpen] = useState(true)
  const [template, setTemplate] = useState<CertificateTemplate>()
  const [sample, setSample] = useState<Previewed['sample']>('usual')
  const { id } = issue.template
  useEffect(() => {
    let isGone = false
    client(readTemplate, { params: { id } }).then(
      (answer) => isGone || setTemplate(answer),
      // The request has shown the reason.
      () => isGone || setOpen(false),
    )
    return () => {
      isGone = true
    }
  }, [client, id])
  const close = (): void => setOpen(false)
  const design = template?.source.design
  const measures = design && pageMeasures(design.page)
  return (
    <Modal open={isOpen} title={t('issue.sample')} footer={null} onCancel={close} afterClose={onClose} width={760}>
      <div className={styles.choice}>
        <Segmented
          aria-label={t('design.sample')}
          value={sample}
          onChange={setSample}
          options={samples.map((value) => ({ value, label: t(`design.sample.${value}`) }))}
        />
      </div>
      {design && measures ? (
        <div
          className={styles.page}
          style={{
            aspectRatio: `${measures.width} / ${measures.height}`,
            // The whole page is visible at once.
            maxWidth: `calc(70vh * ${measures.width / measures.height})`,
          }}
        >
          <RealPage
            previewed={{ kind: issue.kind, design, locale: issue.locale, sample }}
            label={t('design.preview')}
            failed={t('design.previewFailed')}
          />
        </div>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
