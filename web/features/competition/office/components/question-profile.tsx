import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Select } from 'antd'
import { profileOwners, type ProfileOwner, type ProfileValue } from '@lectern/contract/enrolments/form-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { profileChoices, type Question } from '../question.ts'

type Source = NonNullable<Question['profile']>

interface SourceControlProps {
  id?: string
  value?: Source | null
  onChange?: (source: Source | null) => void
  fitting: readonly ProfileValue[]
}

const nobody = ''

const SourceControl = ({ id, value, onChange, fitting }: SourceControlProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.profile.'>): string =>
    intl.formatMessage({ id: `office.activities.profile.${key}` })
  const sources = profileOwners.flatMap((whose) =>
    fitting.map((what) => ({
      value: `${whose}.${what}`,
      label: intl.formatMessage(
        { id: 'office.activities.profile.of' },
        { whose: t(`whose.${whose}`), what: t(`what.${what}`) },
      ),
    })),
  )
  const chosen = value ? `${value.whose}.${value.what}` : nobody
  return (
    <Select
      {...(id !== undefined && { id })}
      style={{ maxWidth: 480 }}
      value={sources.some((source) => source.value === chosen) ? chosen : nobody}
      options={[{ value: nobody, label: t('none') }, ...sources]}
      onChange={(source) => {
        const [whose, what] = source.split('.') as [ProfileOwner, ProfileValue]
        onChange?.(source === nobody ? null : { whose, what })
      }}
    />
  )
}

/** The profile that fills in a question. Profile values are personal data, so the question is marked as personal. */
export const QuestionProfile = ({ at, question }: { at: number; question: Question }) => {
  const intl = useIntl()
  const form = Form.useFormInstance()
  const fitting = profileChoices(question.type)
  if (fitting.length === 0) return null
  return (
    <Form.Item
      name={[at, 'profile']}
      label={intl.formatMessage({ id: 'office.activities.profile' })}
      extra={intl.formatMessage({ id: 'office.activities.profile.help' })}
      getValueFromEvent={(source: Source | null) => {
        if (source) form.setFieldValue(['fields', at, 'personal'], true)
        return source
      }}
    >
      <SourceControl fitting={fitting} />
    </Form.Item>
  )
}
