import { App, Button, Form, Input, Space, Table } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { OfficerState } from '@lectern/contract/institutions/institution-values.ts'
import {
  decideOfficer,
  endOfficer,
  inviteOfficer,
  listOfficers,
  type Officer,
} from '@lectern/contract/institutions/officers.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useInstitutionWords } from '../institution-words.ts'

const tones = {
  invited: 'active',
  requested: 'waiting',
  active: 'good',
  ended: 'quiet',
  refused: 'bad',
} as const satisfies Record<OfficerState, Tone>

interface OfficerTableProps {
  client: Client
  officers: readonly Officer[]
  /** Shows of which institution each is. */
  withInstitution?: boolean
  none: string
  onChanged: () => void
}

/** Officers with what can be done about each. */
export const OfficerTable = ({ client, officers, withInstitution = false, none, onChanged }: OfficerTableProps) => {
  const { message } = App.useApp()
  const { t } = useInstitutionWords()
  const size = useTableSize()
  const zoned = useZoned()
  const actionsColumn = useActionsColumn()
  const [refused, setRefused] = useState<Officer>()
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action()
      void message.success(t('officer.done'))
    } catch {
      // The request has shown the reason.
    }
    onChanged()
  }
  const confirm = ({ id, version }: Officer) =>
    run(() => client(decideOfficer, { params: { id }, body: { decision: 'active', version } }))
  const end = ({ id, version }: Officer) => run(() => client(endOfficer, { params: { id }, body: { version } }))
  return (
    <>
      <Table<Officer>
        rowKey="id"
        size={size}
        dataSource={officers}
        pagination={false}
        {...wideTable(officers)}
        locale={{ emptyText: none }}
        columns={[
          ...(withInstitution ? [{ key: 'institution', title: t('institution'), dataIndex: 'institution' }] : []),
          {
            key: 'name',
            title: t('officer.name'),
            render: (_, { name, contact, username }) => (
              <>
                <bdi>{name}</bdi>
                <div style={{ overflowWrap: 'anywhere' }}>{username ?? contact}</div>
              </>
            ),
          },
          {
            key: 'state',
            title: t('state'),
            render: (_, { state }) => <StateTag tone={tones[state]}>{t(`officer.state.${state}`)}</StateTag>,
          },
          {
            key: 'letter',
            title: t('officer.letter'),
            render: (_, { letter }) =>
              letter && (
                <a href={fileUrl(letter.id)} target="_blank" rel="noreferrer">
                  <bdi>{letter.name}</bdi>
                </a>
              ),
          },
          {
            key: 'since',
            title: zoned(t('officer.since')),
            render: (_, { startedAt, createdAt, endedAt }) => <Moment value={endedAt ?? startedAt ?? createdAt} />,
          },
          actionsColumn<Officer>(
            ({ name }) => name,
            (officer) => [
              ...(officer.state === 'requested'
                ? [
                    { key: 'confirm', label: t('officer.confirm'), onClick: () => void confirm(officer) },
                    { key: 'refuse', label: t('officer.refuse'), danger: true, onClick: () => setRefused(officer) },
                  ]
                : []),
              ...(officer.state === 'active' || officer.state === 'invited'
                ? [{ key: 'end', label: t('officer.end'), danger: true, onClick: () => void end(officer) }]
                : []),
            ],
          ),
        ]}
      />
      {refused && (
        <ReasonDialog
          title={t('officer.refuse')}
          help={refused.name}
          action={t('officer.refuse')}
          isDangerous
          onSend={async (reason) => {
            const { id, version } = refused
            await client(decideOfficer, { params: { id }, body: { decision: 'refused', reason, version } })
            void message.success(t('officer.done'))
            onChanged()
          }}
          onClose={() => setRefused(undefined)}
        />
      )}
    </>
  )
}

interface OfficersOfProps {
  client: Client
  id: InstitutionId
  onChanged: () => void
}

interface Typed {
  name: string
  contact: string
}

/** The officers of one institution, and an invitation for another one. */
export const OfficersOf = ({ client, id, onChanged }: OfficersOfProps) => {
  const { message } = App.useApp()
  const { t } = useInstitutionWords()
  const [officers, setOfficers] = useState<readonly Officer[]>([])
  const [form] = Form.useForm<Typed>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const load = async (): Promise<void> => {
    try {
      const { list } = await client(listOfficers, { params: { id } })
      setOfficers(list)
    } catch {
      // The request has shown the reason.
    }
  }
  const loadFirst = useEffectEvent(load)
  useEffect(() => void loadFirst(), [])
  const reload = (): void => {
    void load()
    onChanged()
  }
  const invite = ({ name, contact }: Typed): Promise<void> =>
    office.send(async () => {
      const body = { name: name?.trim() ?? '', contact: contact?.trim() ?? '' }
      const headers = { 'Idempotency-Key': keyOf([body, officers.length]) }
      await client(inviteOfficer, { params: { id }, body }, { ...formCall, headers })
      void message.success(t('officer.invited'))
      form.resetFields()
      reload()
    })
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <OfficerTable client={client} officers={officers} none={t('officer.none')} onChanged={reload} />
      <Form
        form={form}
        name="officer"
        layout="vertical"
        disabled={office.busy}
        onFinish={(typed) => void invite(typed)}
      >
        <ProblemSummary form={office} />
        <Form.Item name="name" label={t('officer.name')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="contact" label={t('officer.contact')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Button htmlType="submit" loading={office.busy}>
          {t('officer.invite')}
        </Button>
      </Form>
    </Space>
  )
}
