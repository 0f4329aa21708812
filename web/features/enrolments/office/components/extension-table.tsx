import { App, Table, type TablePaginationConfig } from 'antd'
import { useRef, useState } from 'react'
import { revokeExtension, type Extension } from '@lectern/contract/competition/extensions.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { catchFocus } from '../../../admin-ui/catch-focus.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useTeamWords } from '../../../teams/office/team-words.ts'
import { RowActions } from '../../../admin-ui/components/row-actions.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface ExtensionTableProps {
  client: Client
  extensions: readonly Extension[]
  /** All rows belong to one team, so the column is hidden. */
  ofTeam?: boolean
  pages?: TablePaginationConfig
  /** Reloads the stored state. */
  onChanged: () => Promise<unknown>
}

/** Extensions with organiser and reason; each can be revoked. */
export const ExtensionTable = ({ client, extensions, ofTeam = false, pages, onChanged }: ExtensionTableProps) => {
  const { t, show } = useTeamWords()
  const { message, modal } = App.useApp()
  const place = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<string>()
  const revoke = async ({ id }: Extension): Promise<void> => {
    setBusy(id)
    try {
      await client(revokeExtension, { params: { id } })
      void message.success(t('revoked'))
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    await onChanged()
    setBusy(undefined)
  }
  const ask = (extension: Extension): void => {
    modal.confirm({
      title: t('revokeConfirm', { team: extension.team.name }),
      okText: t('revoke'),
      okButtonProps: { danger: true },
      onOk: () => revoke(extension),
      afterClose: () => catchFocus(place.current),
    })
  }
  const size = useTableSize()
  return (
    <div ref={place} tabIndex={-1}>
      <Table<Extension>
        rowKey="id"
        size={size}
        dataSource={[...extensions]}
        pagination={pages ?? false}
        {...wideTable(extensions)}
        locale={{ emptyText: t('noExtensions') }}
        columns={[
          ...(ofTeam
            ? []
            : [
                {
                  title: t('team'),
                  width: 110,
                  render: (_: unknown, { team }: Extension) => (
                    <Link to={`/Admin/Team?team=${team.id}`}>{team.name}</Link>
                  ),
                },
                {
                  title: t('activity'),
                  width: 130,
                  render: (_: unknown, { activity }: Extension) => <span lang={activity.locale}>{activity.name}</span>,
                },
              ]),
          { title: t('kind'), render: (_, { kind }) => t(`kind.${kind}`) },
          {
            title: t('until'),
            width: 130,
            render: (_, { until, timeZone }) => <Moment value={until} timeZone={timeZone} withZone />,
          },
          {
            title: t('reason'),
            width: 190,
            render: (_, { reason }) => <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>,
          },
          {
            title: t('grantedBy'),
            width: 145,
            render: (_, { grantedBy, createdAt, timeZone }) =>
              show('byAt', {
                name: grantedBy ?? t('deleted'),
                at: <Moment key="at" value={createdAt} timeZone={timeZone} />,
              }),
          },
          {
            title: t('actions'),
            width: 100,
            render: (_, extension) => {
              const { revoked, mayBeRevoked, timeZone } = extension
              if (revoked)
                return (
                  <small>
                    {show('revokedBy', {
                      name: revoked.by ?? t('deleted'),
                      at: <Moment key="at" value={revoked.at} timeZone={timeZone} />,
                    })}
                  </small>
                )
              if (mayBeRevoked) return <StateTag tone="quiet">{t('over')}</StateTag>
              return (
                <RowActions
                  name={extension.team.name}
                  actions={[
                    {
                      key: 'revoke',
                      label: t('revoke'),
                      danger: true,
                      why: busy === extension.id ? '' : extension.whyNot,
                      onClick: () => ask(extension),
                    },
                  ]}
                />
              )
            },
          },
        ]}
      />
    </div>
  )
}
