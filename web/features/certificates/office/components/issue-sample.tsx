import { Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { CertificateIssue } from '@lectern/contract/certificates/certificate-office.ts'
import type { Client } from '../../../../request/client.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useTemplate } from '../use-template.ts'
import { RealPage, type Previewed } from './real-page.tsx'
import { WholePage } from './whole-page.tsx'
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
  const [sample, setSample] = useState<Previewed['sample']>('usual')
  const close = (): void => setOpen(false)
  const design = useTemplate(client, issue.template.id, close)?.source.design
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
      {design ? (
        <WholePage page={design.page} share="70vh">
          <RealPage
            previewed={{ kind: issue.kind, design, locale: issue.locale, sample }}
            label={t('design.preview')}
            failed={t('design.previewFailed')}
          />
        </WholePage>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
