import { appointArbiter, endArbiter } from '@lectern/contract/cases/case-office.ts'
import { Alert, App, Button, Card, Select, Space, Table } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/cases/case-office.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useCaseWords } from '../case-words.ts'

interface ArbiterListProps {
  client: Client
  arbiters: AnswerOf<typeof contract.listArbiters>
  onChanged: () => Promise<unknown>
}

/** Who decides on cases: organisers whom other organisers appoint. */
export const ArbiterList = ({ client, arbiters: { list, candidates, whyNot }, onChanged }: ArbiterListProps) => {
  const { t } = useCaseWords()
  const { message: toast } = App.useApp()
  const size = useTableSize()
  const zoned = useZoned()
  const actionsColumn = useActionsColumn()
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await action()
      void toast.success(done)
      setChosen(undefined)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
    await onChanged()
  }
  return (
    <Card size="small" title={t('arbiters')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <p style={{ margin: 0, maxWidth: '44rem' }}>{t('arbiters.about')}</p>
        {list.length < 2 && (
          <Alert type="warning" showIcon title={t(list.length === 0 ? 'arbiters.none' : 'arbiters.one')} />
        )}
        <ForOthers why={whyNot} />
        <Table<contract.Arbiter>
          rowKey="id"
          size={size}
          dataSource={list}
          pagination={false}
          {...wideTable(list)}
          locale={{ emptyText: t('arbiters.empty') }}
          columns={[
            {
              key: 'name',
              title: t('arbiters.name'),
              render: (_, { name, username }) => `${name} (${username})`,
            },
            {
              key: 'by',
              title: t('arbiters.appointedBy'),
              render: (_, { appointedBy }) => appointedBy ?? '–',
            },
            {
              key: 'at',
              title: zoned(t('arbiters.appointedAt')),
              render: (_, { appointedAt }) => <Moment value={appointedAt} />,
            },
            actionsColumn<contract.Arbiter>(
              ({ name }) => name,
              ({ id }) => [
                {
                  key: 'end',
                  label: t('arbiters.end'),
                  danger: true,
                  why: whyNot,
                  onClick: () =>
                    void run(
                      () => client(endArbiter, { params: { id } }, { inPlaceSignIn: true }),
                      t('arbiters.ended'),
                    ),
                },
              ],
            ),
          ]}
        />
        <Space wrap>
          <Select
            aria-label={t('arbiters.choose')}
            placeholder={t('arbiters.choose')}
            value={chosen ?? null}
            disabled={whyNot !== null}
            options={candidates.map(({ uid, username, name, refusal }) => ({
              value: uid,
              label: `${name} (${username})${refusal === null ? '' : ` – ${refusal}`}`,
              disabled: refusal !== null,
            }))}
            onChange={(uid: string) => setChosen(uid)}
            popupMatchSelectWidth={false}
            style={{ width: 260, maxWidth: '100%' }}
          />
          <Button
            type="primary"
            disabled={!chosen || whyNot !== null}
            loading={busy}
            onClick={() =>
              void run(
                () => client(appointArbiter, { body: { uid: chosen! } }, { inPlaceSignIn: true }),
                t('arbiters.appointed'),
              )
            }
          >
            {t('arbiters.appoint')}
          </Button>
        </Space>
      </Space>
    </Card>
  )
}
