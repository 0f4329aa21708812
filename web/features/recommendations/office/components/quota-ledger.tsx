import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import { listQuotaEntries, type ListedBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import { Button, Drawer, Empty, Skeleton, Space, Table } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../../../../request/client.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { QuotaForm } from '../../components/quota-form.tsx'
import { useRecommendWords } from '../recommend-words.ts'

interface QuotaLedgerProps {
  client: Client
  list: ListedBelow
  /** Why the reader writes no quotas; null: they may. */
  whyNotGrant: string | null
  onChanged: () => void
  onClose: () => void
}

/** Every entry of the ledger of an institution, with reason and author; nothing in it is ever changed. */
export const QuotaLedger = ({ client, list, whyNotGrant, onChanged, onClose }: QuotaLedgerProps) => {
  const { t, shared, intl } = useRecommendWords()
  const zoned = useZoned()
  const [isOpen, setOpen] = useState(true)
  const [isGranting, setGranting] = useState(false)
  const [page, setPage] = useState(1)
  const [ledger, setLedger] = useState<AnswerOf<typeof contract.listQuotaEntries>>()
  const activity = list.activity.id
  const institution = list.institution.id
  const read = useCallback(
    (wanted: number): void => {
      client(listQuotaEntries, { params: { activity, institution }, query: { page: String(wanted) } }).then(
        (answer) => {
          setLedger(answer)
          setPage(wanted)
        },
        // The request has shown the reason.
        () => undefined,
      )
    },
    [client, activity, institution],
  )
  useEffect(() => read(1), [read])
  return (
    <Drawer
      open={isOpen}
      size={560}
      title={t('ledger.title', { institution: list.institution.name })}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {ledger ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <p>{shared('quota.used', { used: ledger.recommended, quota: ledger.balance })}</p>
          {whyNotGrant !== null && <p className="muted">{whyNotGrant}</p>}
          {whyNotGrant === null && !isGranting && (
            <Button type="primary" onClick={() => setGranting(true)}>
              {shared('quota.open')}
            </Button>
          )}
          {isGranting && (
            <QuotaForm
              client={client}
              activity={activity}
              institutions={[{ ...list.institution, quota: ledger.balance, recommended: ledger.recommended }]}
              onSaved={() => {
                read(1)
                onChanged()
              }}
              onClose={() => setGranting(false)}
            />
          )}
          <Table
            rowKey="id"
            size="small"
            dataSource={ledger.list}
            scroll={{ x: 'max-content' }}
            pagination={{
              current: page,
              pageSize: ledger.pageSize,
              total: ledger.total,
              hideOnSinglePage: true,
              onChange: read,
            }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('ledger.none')} /> }}
            columns={[
              { key: 'at', title: zoned(t('ledger.at')), render: (_, { at }) => <Moment value={at} /> },
              {
                key: 'amount',
                title: t('ledger.amount'),
                align: 'right',
                render: (_, { amount }) => intl.formatNumber(amount, { signDisplay: 'always' }),
              },
              {
                key: 'reason',
                title: shared('quota.reason'),
                render: (_, { reason }) => <span className="pre-line break-anywhere">{reason}</span>,
              },
              { key: 'by', title: t('ledger.by'), render: (_, { by }) => by ?? '–' },
            ]}
          />
        </Space>
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}
