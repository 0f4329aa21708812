import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Select } from 'antd'
import { localize } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { isDecisive, type Question } from '../question.ts'

type Condition = NonNullable<Question['when']>

interface ConditionControlProps {
  id?: string
  value?: Condition | null
  onChange?: (condition: Condition | null) => void
  /** The questions before this one. */
  earlier: readonly Question[]
}

const always = ''

/** Selects the earlier question, and the options, that a question depends on. */
const ConditionControl = ({ id, value, onChange, earlier }: ConditionControlProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const nameOf = (question: Question): string =>
    localize(question.label, intl.locale).text || t('questionAt', { position: earlier.indexOf(question) + 1 })
  const condition = earlier.find((question) => question.id === value?.field)
  const isTicked = condition?.type === 'agreement'
  const choices = earlier.filter(isDecisive).map((question) => ({
    value: question.id,
    label: t(question.type === 'agreement' ? 'when.ticked' : 'when.chosen', { name: nameOf(question) }),
  }))
  // A question that was moved below or removed stays selected: saving reports the problem.
  const isLost = value && !condition
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8, maxWidth: 480 }}>
      <Select
        {...(id !== undefined && { id })}
        value={value?.field ?? always}
        options={[
          { value: always, label: t('when.always') },
          ...choices,
          ...(isLost ? [{ value: value.field, label: t('when.lost') }] : []),
        ]}
        onChange={(field) => onChange?.(field === always ? null : { field, options: [] })}
      />
      {condition && !isTicked && (
        <Select
          mode="multiple"
          aria-label={t('when.options')}
          placeholder={t('when.options')}
          value={value?.options ?? []}
          options={(condition.options ?? []).map((option, position) => ({
            value: option.id,
            label: localize(option.label, intl.locale).text || t('optionAt', { position: position + 1 }),
          }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(options) => onChange?.({ field: condition.id, options })}
        />
      )}
    </div>
  )
}

/** When a question is shown. Hidden if no earlier question can be a condition. */
export const QuestionCondition = ({ at, questions }: { at: number; questions: readonly Question[] }) => {
  const intl = useIntl()
  const earlier = questions.slice(0, at)
  if (!earlier.some(isDecisive) && !questions[at]?.when) return null
  return (
    <Form.Item
      name={[at, 'when']}
      label={intl.formatMessage({ id: 'office.activities.when' })}
      extra={intl.formatMessage({ id: 'office.activities.when.help' })}
    >
      <ConditionControl earlier={earlier} />
    </Form.Item>
  )
}
