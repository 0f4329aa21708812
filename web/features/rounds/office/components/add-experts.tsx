import { Alert, App, Button, Input, Modal, Select, Space, Table } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import { inviteReviewers, listCandidates, type Candidate } from '@lectern/contract/rounds/reviewers.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Failures } from '../../../admin-ui/components/bulk-lists.tsx'
import { useReviewerWords } from '../reviewer-words.ts'

interface AddExpertsProps {
  client: Client
  roundId: RoundId
  onInvited: () => void
  onClose: () => void
}

type Found = AnswerOf<typeof contract.listCandidates>

const pageSize = 10

/** Chooses experts from all expert accounts, and invites them. */
export const AddExperts = ({ client, roundId, onInvited, onClose }: AddExpertsProps) => {
  const { t, field: fieldName, fields } = useReviewerWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [search, setSearch] = useState<{ search?: string; field?: ExpertField; page: number }>({ page: 1 })
  const [candidates, setCandidates] = useState<Found>()
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [refused, setRefused] = useState<readonly { item: Candidate; why: string }[]>([])
  const [busy, setBusy] = useState(false)
  const [keyOf] = useState(createKeys)
  useEffect(() => {
    let isCurrent = true
    const { page, ...filter } = search
    const query = { ...filter, page: String(page), pageSize: String(pageSize) }
    client(listCandidates, { params: { id: roundId }, query }).then(
      (answer) => isCurrent && setCandidates(answer),
      // The request has shown the reason.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, roundId, search])
  const invite = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { accounts: chosen.map(({ account }) => account) }
      const headers = { 'Idempotency-Key': keyOf({ roundId, body }) }
      const { outcomes } = await client(inviteReviewers, { params: { id: roundId }, body }, { headers })
      const problems = outcomes.flatMap(({ account, refusal }) =>
        refusal === null ? [] : [{ item: chosen.find((one) => one.account === account)!, why: refusal }],
      )
      const count = outcomes.length - problems.length
      if (count > 0) {
        void message.success(t('invited', { count }))
        onInvited()
      }
      setRefused(problems)
      setChosen([])
      if (problems.length === 0) setOpen(false)
      else setSearch({ ...search })
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('add')}
      width={760}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Space wrap>
          <Button onClick={() => setOpen(false)}>{t('close')}</Button>
          <Button type="primary" disabled={chosen.length === 0} loading={busy} onClick={() => void invite()}>
            {t('invite', { count: chosen.length })}
          </Button>
        </Space>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <p style={{ margin: 0 }}>{t('add.help')}</p>
        <Space wrap>
          <Input.Search
            allowClear
            maxLength={maxSearchLength}
            aria-label={t('search')}
            placeholder={t('searchHint')}
            onSearch={(text) =>
              setSearch(({ search: _old, ...rest }) => ({
                ...rest,
                ...(text.trim() && { search: text.trim() }),
                page: 1,
              }))
            }
            style={{ width: 280, maxWidth: '100%' }}
          />
          <Select
            allowClear
            aria-label={t('fields')}
            placeholder={t('fields')}
            options={expertFields.map((value) => ({ value, label: fieldName(value) }))}
            onChange={(field: ExpertField | undefined) =>
              setSearch(({ field: _old, ...rest }) => ({ ...rest, ...(field && { field }), page: 1 }))
            }
            style={{ width: 160 }}
          />
        </Space>
        {refused.length > 0 && (
          <Alert
            type="error"
            role="alert"
            showIcon
            title={t('refused', { count: refused.length })}
            description={<Failures failed={refused} rowKey="account" nameOf={({ name }) => name} />}
          />
        )}
        <Table<Candidate>
          rowKey="account"
          size="small"
          loading={!candidates}
          dataSource={candidates?.list ?? []}
          pagination={{
            current: search.page,
            pageSize,
            total: candidates?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: (page) => setSearch({ ...search, page }),
          }}
          locale={{ emptyText: candidates ? t('noCandidates') : ' ' }}
          rowSelection={{
            selectedRowKeys: chosen.map(({ account }) => account),
            preserveSelectedRowKeys: true,
            onChange: (_, rows) => setChosen(rows),
            getCheckboxProps: ({ name, refusal }) => ({
              disabled: refusal !== null,
              'aria-label': t('choose', { name }),
            }),
            getTitleCheckboxProps: () => ({ 'aria-label': t('choosePage') }),
          }}
          columns={[
            {
              key: 'name',
              title: t('name'),
              render: (_, { name, username, refusal }) => (
                <>
                  {name}
                  <small style={{ display: 'block', color: 'var(--ink-2)' }}>{refusal ?? username}</small>
                </>
              ),
            },
            {
              key: 'institution',
              title: t('institution'),
              render: (_, { institution, fields: own }) => (
                <>
                  {institution || '–'}
                  <small style={{ display: 'block', color: 'var(--ink-2)' }}>{fields(own)}</small>
                </>
              ),
            },
          ]}
        />
      </Space>
    </Modal>
  )
}
