import { replaceReviewer } from '@lectern/contract/rounds/review-plan.ts'
import { App, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import type { ReviewerId } from '@lectern/contract/ids.ts'
import { listReviewers, type Reviewer } from '@lectern/contract/rounds/reviewers.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { useSearchResults } from '../../../admin-ui/use-search-results.ts'
import { usePlanWords } from '../plan-words.ts'
import { KeepField, ReasonField } from './removal-fields.tsx'

interface Fields {
  by: ReviewerId | undefined
  keepSheets: boolean
  reason: string
}

interface ReplaceExpertProps {
  client: Client
  round: Round
  reviewer: Reviewer
  onReplaced: () => void
  onClose: () => void
}

const pageSize = '20'

/** Removes an expert from a round and gives the unfinished works to others. */
export const ReplaceExpert = ({ client, round, reviewer, onReplaced, onClose }: ReplaceExpertProps) => {
  const { t, intl } = usePlanWords()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const params = { id: round.id }
  const { results, search } = useSearchResults<{ value: ReviewerId; label: string }>(async (text) => {
    const query = { pageSize, state: 'accepted', ...(text && { search: text }) } as const
    const { list } = await client(listReviewers, { params, query })
    return list
      .filter(({ id }) => id !== reviewer.id)
      .map(({ id, name, institution, assigned, maxWorks }) => ({
        value: id,
        label: [name, institution, t('load', { works: assigned, max: maxWorks })].filter(Boolean).join(' · '),
      }))
  })
  const send = async ({ by, keepSheets, reason }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const { moved, kept, short } = await client(replaceReviewer, {
        params: { ...params, reviewer: reviewer.id },
        body: { by: by ?? null, keepSheets: keepSheets ?? true, reason: reason.trim() },
      })
      setOpen(false)
      onReplaced()
      const done = t('replaced', { name: reviewer.name, moved, kept })
      if (short.length === 0) void message.success(done)
      else
        modal.warning({
          title: done,
          content: t('replaced.short', { count: short.length, codes: intl.formatList(short) }),
        })
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  const open = reviewer.assigned - reviewer.finished
  return (
    <Modal
      open={isOpen}
      title={t('replace.title', { name: reviewer.name })}
      okText={t('replace')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t(round.mode === 'pool' ? 'replace.help' : 'replace.help.panel', { open })}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ keepSheets: true }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item name="by" label={t('replace.by')}>
          <Select<ReviewerId>
            allowClear
            showSearch={{ filterOption: false, onSearch: (text) => search(text) }}
            placeholder={t(round.mode === 'pool' ? 'replace.spread' : 'replace.nobody')}
            notFoundContent={t('add.none')}
            options={[...results]}
            onOpenChange={(opened) => opened && search('', 0)}
          />
        </Form.Item>
        {reviewer.finished > 0 && (
          <KeepField name="keepSheets" label={t('replace.keep', { count: reviewer.finished })} />
        )}
        <ReasonField />
      </Form>
    </Modal>
  )
}
