import { addConflict, listReviewers } from '@lectern/contract/rounds/reviewers.ts'
import { listRoundWorks } from '@lectern/contract/rounds/rounds.ts'
import { App, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Client } from '../../../../request/client.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { useSearchResults } from '../../../admin-ui/use-search-results.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useReviewerWords } from '../reviewer-words.ts'

interface Fields {
  reviewer: ReviewerId
  entry: EntryId
  reason: string
}

interface AddConflictProps {
  client: Client
  roundId: RoundId
  onAdded: () => void
  onClose: () => void
}

interface Option {
  value: string
  label: string
}

const pageSize = '20'

interface FoundFieldProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
  hint: string
  none: string
  find: (text: string) => Promise<Option[]>
}

/** Selects one entry by searching for it. The first ones are listed as soon as it opens. */
const FoundField = ({ id, value, onChange, hint, none, find }: FoundFieldProps) => {
  const { results, search } = useSearchResults<Option>(find)
  return (
    <Select<string>
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: (text) => search(text) }}
      value={value ?? null}
      options={[...results]}
      placeholder={hint}
      notFoundContent={none}
      onOpenChange={(isOpen) => isOpen && search('', 0)}
      {...(onChange && { onChange })}
    />
  )
}

/** Writes down that an expert must not judge a work. */
export const AddConflict = ({ client, roundId, onAdded, onClose }: AddConflictProps) => {
  const { t } = useReviewerWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const params = { id: roundId }
  const queryOf = (search: string) => ({ pageSize, ...(search && { search }) })
  const findExperts = async (text: string): Promise<Option[]> => {
    const { list } = await client(listReviewers, { params, query: queryOf(text) })
    return list.map(({ id, name, institution }) => ({
      value: id,
      label: institution ? `${name} · ${institution}` : name,
    }))
  }
  const findWorks = async (text: string): Promise<Option[]> => {
    const { list } = await client(listRoundWorks, { params, query: queryOf(text) })
    return list.map(({ entry, code, title, team }) => ({ value: entry, label: `${code} · ${title} · ${team}` }))
  }
  const add = (typed: Fields): void => {
    void office.send(async () => {
      await client(addConflict, { params, body: { ...typed, reason: typed.reason.trim() } }, formCall)
      void message.success(t('conflict.added'))
      onAdded()
      setOpen(false)
    })
  }
  const needed = (text: string) => [{ required: true, whitespace: true, message: text }]
  return (
    <Modal
      open={isOpen}
      title={t('conflict.add')}
      okText={t('conflict.add')}
      okButtonProps={{ loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBlock: '0 16px' }}>{t('conflict.help')}</p>
      <Form form={form} name="conflict" layout="vertical" requiredMark={false} onFinish={add}>
        <ProblemSummary form={office} />
        <Form.Item name="reviewer" label={t('expert')} rules={needed(t('conflict.expertNeeded'))}>
          <FoundField hint={t('searchHint')} none={t('noMatch')} find={findExperts} />
        </Form.Item>
        <Form.Item name="entry" label={t('work')} rules={needed(t('conflict.workNeeded'))}>
          <FoundField hint={t('conflict.workHint')} none={t('noMatch')} find={findWorks} />
        </Form.Item>
        <Form.Item name="reason" label={t('reason')} rules={needed(t('conflict.reasonNeeded'))}>
          <Input.TextArea rows={3} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
