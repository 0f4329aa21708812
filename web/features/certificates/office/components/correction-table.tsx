import { Button, Space, Table, type TablePaginationConfig } from 'antd'
import { useState } from 'react'
import { decideCorrection, type Correction } from '@lectern/contract/certificates/certificates.ts'
import type { CorrectionState } from '@lectern/contract/certificates/certificate-values.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { useCertificateWords } from '../certificate-words.ts'

const tones: Record<CorrectionState, Tone> = { open: 'waiting', accepted: 'good', refused: 'bad', withdrawn: 'quiet' }

/** Long texts do not widen the table. */
const wrapped = { maxWidth: '24em' }

interface CorrectionTableProps {
  client: Client
  corrections: readonly Correction[]
  pages: TablePaginationConfig
  busy: boolean
  onChanged: () => void
}

/** Names that people want to be printed otherwise, before their certificates are issued. */
export const CorrectionTable = ({ client, corrections, pages, busy, onChanged }: CorrectionTableProps) => {
  const { t } = useCertificateWords()
  const zoned = useZoned()
  const size = useTableSize()
  const [refused, setRefused] = useState<Correction>()
  const accept = async ({ id }: Correction): Promise<void> => {
    await client(decideCorrection, { params: { id }, body: { decision: 'accepted' } }, { inPlaceSignIn: true })
    onChanged()
  }
  return (
    <>
      <Table<Correction>
        rowKey="id"
        size={size}
        loading={busy}
        dataSource={corrections}
        pagination={pages}
        {...wideTable(corrections)}
        locale={{ emptyText: <EmptyList noMatch={t('correction.none')} /> }}
        columns={[
          {
            key: 'name',
            title: t('correction.name'),
            render: (_, { from, to }) => (
              <>
                <s style={{ color: 'var(--ink-2)' }}>{from}</s>
                <strong style={{ display: 'block', whiteSpace: 'nowrap' }}>→ {to}</strong>
              </>
            ),
          },
          {
            key: 'work',
            title: t('work'),
            render: (_, { work }) => (
              <div style={wrapped}>
                <Link to={`/Admin/Work/${work.id}`}>{work.number}</Link> {work.title}
              </div>
            ),
          },
          { key: 'reason', title: t('reason'), render: (_, { reason }) => <div style={wrapped}>{reason}</div> },
          {
            key: 'state',
            title: t('state'),
            render: (_, { state, answer }) => (
              <>
                <StateTag tone={tones[state]}>{t(`correction.state.${state}`)}</StateTag>
                {answer && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{answer}</small>}
              </>
            ),
          },
          { key: 'at', title: zoned(t('correction.at')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
          {
            key: 'decide',
            title: <span className="visually-hidden">{t('correction.decide')}</span>,
            // Visible on narrow screens, which have room for one above the other.
            fixed: 'end',
            render: (_, correction) =>
              correction.state === 'open' && (
                <Space orientation="vertical" size={4}>
                  {/* The request shows its own failure. */}
                  <Button size="small" type="primary" onClick={() => void accept(correction).catch(() => undefined)}>
                    {t('correction.accept')}
                  </Button>
                  <Button size="small" aria-haspopup="dialog" onClick={() => setRefused(correction)}>
                    {t('correction.refuse')}
                  </Button>
                </Space>
              ),
          },
        ]}
      />
      {refused && (
        <ReasonDialog
          title={t('correction.refuse.title', { name: refused.to })}
          help={t('correction.refuse.help')}
          action={t('correction.refuse')}
          onSend={async (answer) => {
            const body = { decision: 'refused' as const, answer }
            await client(decideCorrection, { params: { id: refused.id }, body }, { inPlaceSignIn: true })
            onChanged()
          }}
          onClose={() => setRefused(undefined)}
        />
      )}
    </>
  )
}
