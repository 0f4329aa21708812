import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { RoundId } from '@lectern/contract/ids.ts'
import { removeAssignment, type OfficeAssignment } from '@lectern/contract/rounds/review-plan.ts'
import type { Client } from '../../../../request/client.ts'
import { usePlanWords } from '../plan-words.ts'
import { KeepField, ReasonField } from './removal-fields.tsx'

interface Fields {
  keepSheet: boolean
  reason: string
}

interface TakeAwayProps {
  client: Client
  roundId: RoundId
  assignment: OfficeAssignment
  onRemoved: () => void
  onClose: () => void
}

/** Takes a work away from an expert; asks what becomes of a submitted sheet. */
export const TakeAway = ({ client, roundId, assignment, onRemoved, onClose }: TakeAwayProps) => {
  const { t } = usePlanWords()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const { id, reviewer, total, state } = assignment
  const isKept = state === 'kept'
  const send = async ({ keepSheet, reason }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const body = { keepSheet: !isKept && (keepSheet ?? true), reason: reason.trim() }
      await client(removeAssignment, { params: { id: roundId, assignment: id }, body })
      setOpen(false)
      onRemoved()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('takeAway.title', { name: reviewer.name })}
      okText={t('takeAway')}
      okButtonProps={{ danger: true, loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t(isKept ? 'takeAway.kept' : 'takeAway.help')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ keepSheet: true }}
        onFinish={(typed) => void send(typed)}
      >
        {total !== null && !isKept && <KeepField name="keepSheet" label={t('keep')} />}
        <ReasonField />
      </Form>
    </Modal>
  )
}
