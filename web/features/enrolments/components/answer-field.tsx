import type { ShownField } from '@lectern/contract/enrolments.ts'
import type { AnswerValue } from '@lectern/contract/form-fields.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { FieldError, FieldHint, OptionalMark, useField } from '../../../ui/form/field-frame.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import frame from '../../../ui/form/field-frame.module.css'
import { Field } from '../../../ui/form/field.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { readNumber } from '../answer-words.ts'

interface AnswerProps {
  field: ShownField
  value: AnswerValue | undefined
  onChange: (value: AnswerValue) => void
}

/** More than these stand better in a list that opens. */
const mostInSight = 7

const textIn = (value: AnswerValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const FileAnswer = ({ field, value, onChange }: AnswerProps) => {
  const { id, messages, aria } = useField({ name: field.id, hint: field.help })
  const held = typeof value === 'object' && value !== null && 'file' in value ? value.file : null
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <p className={frame.label}>
        {field.label}
        {!field.required && <OptionalMark />}
      </p>
      <FieldHint id={id} hint={field.help} />
      <FieldError id={id} messages={messages} />
      <UploadField
        purpose="answer"
        id={id}
        name={field.id}
        label={field.label}
        value={held}
        aria-describedby={aria['aria-describedby']}
        onChange={(file) => onChange(file && { file })}
      />
    </div>
  )
}

const ChoiceAnswer = ({ field, value, onChange }: AnswerProps) => {
  const intl = useIntl()
  const { id: name, label, help: hint, required } = field
  const options = field.options.map((option) => ({ value: option.id, label: option.label }))
  const chosen = typeof value === 'string' ? value : ''
  const choose = (id: string): void => onChange(id === '' ? null : id)
  const nothing = intl.formatMessage({ id: 'enrolment.noChoice' })
  if (options.length > mostInSight)
    return (
      <SelectField
        {...{ name, label, hint, required, options }}
        autoComplete="off"
        empty={nothing}
        defaultValue={chosen}
        onValue={choose}
      />
    )
  // What nobody has to answer can be taken back.
  const shown = required ? options : [...options, { value: '', label: nothing }]
  return (
    <RadioGroup
      {...{ name, hint, required }}
      legend={label}
      options={shown}
      defaultValue={required && chosen === '' ? undefined : chosen}
      onValue={choose}
    />
  )
}

/** Limits are said before somebody meets them. */
const useHint = ({ help, type, maxLength, min, max, from, until }: ShownField): string => {
  const intl = useIntl()
  const day = (date: string): string => intl.formatMoment(date, { dateStyle: 'long', timeZone: 'UTC' })
  const limits: Partial<Record<ShownField['type'], string | false>> = {
    text: maxLength !== undefined && intl.formatMessage({ id: 'enrolment.limit.text' }, { most: maxLength }),
    number:
      min !== undefined &&
      max !== undefined &&
      intl.formatMessage({ id: 'enrolment.limit.range' }, { from: intl.formatNumber(min), to: intl.formatNumber(max) }),
    choices: max !== undefined && intl.formatMessage({ id: 'enrolment.limit.choices' }, { most: max }),
    date:
      from !== undefined &&
      until !== undefined &&
      intl.formatMessage({ id: 'enrolment.limit.range' }, { from: day(from), to: day(until) }),
  }
  return [help, limits[type] || ''].filter(Boolean).join('\n')
}

/** One question of an activity's form. */
export const AnswerField = ({ field: asked, value, onChange }: AnswerProps) => {
  const hint = useHint(asked)
  const field = { ...asked, help: hint }
  const { id: name, label, required, type } = field
  const texts = { name, label, hint, required, autoComplete: 'off' } as const
  switch (type) {
    case 'longText':
      return <TextArea {...texts} rows={6} defaultValue={textIn(value)} limit={field.maxLength} onValue={onChange} />
    case 'number':
      return (
        <Field
          {...texts}
          inputMode={field.whole ? 'numeric' : 'decimal'}
          defaultValue={textIn(value)}
          onValue={(typed) => onChange(readNumber(typed))}
        />
      )
    case 'choice':
      return <ChoiceAnswer {...{ field, value, onChange }} />
    case 'choices':
      return (
        <CheckboxGroup
          {...{ name, hint, required }}
          legend={label}
          options={field.options.map((option) => ({ value: option.id, label: option.label }))}
          defaultValue={Array.isArray(value) ? value : []}
          onValue={onChange}
        />
      )
    case 'date':
      return <Field {...texts} type="date" defaultValue={textIn(value)} onValue={(day) => onChange(day || null)} />
    case 'file':
      return <FileAnswer {...{ field, value, onChange }} />
    case 'agreement':
      return <CheckboxField {...{ name, label, hint, required }} defaultChecked={value === true} onValue={onChange} />
    default:
      return <Field {...texts} defaultValue={textIn(value)} onValue={onChange} />
  }
}
