import { Modal, Skeleton, Space } from 'antd'
import { useState } from 'react'
import type { CertificateIssue } from '@lectern/contract/certificates/certificate-office.ts'
import type { Client } from '../../../../request/client.ts'
import { issuePreviewPath } from '../../pdf-address.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useTemplate } from '../use-template.ts'
import { PaperPage, pdfOf } from './paper-page.tsx'
import { StampNote } from './stamp-note.tsx'
import { WholePage } from './whole-page.tsx'

interface IssueStartProps {
  client: Client
  issue: CertificateIssue
  /** How many certificates would be issued. */
  count: number
  onStart: () => Promise<void>
  onClose: () => void
}

const fetchFirst = async (issue: string, signal: AbortSignal): Promise<ArrayBuffer> =>
  pdfOf(await fetch(issuePreviewPath(issue), { signal }))

/** The last look before numbers are assigned, which are permanent: the first certificate as it will be, and its stamp. */
export const IssueStart = ({ client, issue, count, onStart, onClose }: IssueStartProps) => {
  const { t } = useCertificateWords()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const close = (): void => setOpen(false)
  const template = useTemplate(client, issue.template.id, close)
  const start = async (): Promise<void> => {
    setBusy(true)
    await onStart()
    close()
  }
  return (
    <Modal
      open={isOpen}
      title={t('issue.start.ask', { count })}
      okText={t('issue.start.go')}
      okButtonProps={{ disabled: !template }}
      confirmLoading={isBusy}
      onOk={() => void start()}
      onCancel={close}
      afterClose={onClose}
      width={640}
    >
      {template ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%', marginTop: 8 }}>
          <WholePage page={template.source.design.page} share="45vh">
            <PaperPage
              subject={issue.id}
              fetchPdf={fetchFirst}
              design={template.source.design}
              label={t('issue.first')}
              failed={t('design.previewFailed')}
            />
          </WholePage>
          <StampNote template={template} />
          <p>{t('issue.start.about')}</p>
        </Space>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
