import { endAccessToken, listAccessTokens, type AccessToken } from '@lectern/contract/access-tokens/access-tokens.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { App, Button, Empty, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { NewToken, type CreatedToken } from '../../features/access-tokens/components/new-token.tsx'
import { TokenSecret } from '../../features/access-tokens/components/token-secret.tsx'
import { useTokenWords } from '../../features/access-tokens/token-words.ts'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { ForOthers } from '../../features/admin-ui/components/for-others.tsx'
import { StateTag, type Tone } from '../../features/admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'

type Query = QueryInputOf<typeof listAccessTokens>

export const loader = ({ query, client }: LoaderInput) =>
  client(listAccessTokens, { query: pickQuery<Query>(query, ['page', 'pageSize']) }, { skipErrorHandler: true })

const tones: Record<AccessToken['state'], Tone> = { active: 'good', expired: 'quiet', ended: 'quiet' }

export default function AccessTokens() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const t = useTokenWords()
  const { message, modal } = App.useApp()
  const { busy, change } = useListAddress()
  const data = useData<typeof loader>()
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const size = useTableSize()
  const actions = useActionsColumn()
  const [isNew, setNew] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  const end = async ({ id }: AccessToken): Promise<void> => {
    try {
      await client(endAccessToken, { params: { id } })
      void message.success(t('ended'))
    } catch {
      // The request has shown the reason.
    }
    await router.reload()
  }
  const askToEnd = (token: AccessToken): void =>
    void modal.confirm({
      title: t('endTitle', { name: token.name }),
      content: t('endHelp'),
      okText: t('end'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      onOk: () => end(token),
    })
  const add = (
    <Button type="primary" disabled={data.whyNot !== null} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.accessTokens' })} actions={add}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <ForOthers why={data.whyNot} />
        <Typography.Text type="secondary">{t('intro')}</Typography.Text>
        <Table<AccessToken>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
          locale={{ emptyText: <Empty image={null} description={t('none')} /> }}
          columns={[
            { title: t('name'), dataIndex: 'name' },
            {
              title: t('scopes'),
              render: (_, { scopes }) => intl.formatList(scopes.map((scope) => t(`scope.${scope}`))),
            },
            {
              title: t('state'),
              render: (_, { state }) => <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>,
            },
            {
              title: zoned(t('lastUsedAt')),
              render: (_, { lastUsedAt }) => (lastUsedAt ? <Moment value={lastUsedAt} /> : t('neverUsed')),
            },
            { title: zoned(t('expiresAt')), render: (_, { expiresAt }) => <Moment value={expiresAt} /> },
            { title: zoned(t('createdAt')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
            { title: t('createdBy'), dataIndex: 'createdBy' },
            actions(
              ({ name }) => name,
              (token) =>
                token.state === 'active'
                  ? [{ key: 'end', label: t('end'), danger: true, onClick: () => askToEnd(token) }]
                  : [],
            ),
          ]}
        />
      </Space>
      {isNew && <NewToken client={client} onCreated={setCreated} onClose={() => setNew(false)} />}
      {created && (
        <TokenSecret
          token={created}
          onClose={() => {
            setCreated(undefined)
            void router.reload()
          }}
        />
      )}
    </OfficeFrame>
  )
}
