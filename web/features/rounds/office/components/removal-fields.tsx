import { Form, Input, Radio } from 'antd'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import { usePlanWords } from '../plan-words.ts'

/** Whether submitted sheets count although the expert loses the work. */
export const KeepField = ({ name, label }: { name: string; label: string }) => {
  const { t } = usePlanWords()
  return (
    <Form.Item name={name} label={label}>
      <Radio.Group
        options={[
          { value: true, label: t('keep.yes') },
          { value: false, label: t('keep.no') },
        ]}
      />
    </Form.Item>
  )
}

export const ReasonField = () => {
  const { t } = usePlanWords()
  return (
    <Form.Item
      name="reason"
      label={t('reasonOf')}
      rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}
    >
      <Input.TextArea rows={3} maxLength={maxReasonLength} />
    </Form.Item>
  )
}
