import { useState } from 'react'
import type { Enrolment, ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { hasFormat, isFormatType } from '@lectern/contract/enrolments/form-values.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { readNumber } from '../answer-words.ts'
import styles from './enrolment.module.css'
import { FileAnswer } from './file-answer.tsx'

interface AnswerProps {
  field: ShownField
  value: AnswerValue | undefined
  onChange: (value: AnswerValue) => void
}

interface AnswerFieldProps extends AnswerProps {
  files?: Enrolment['files']
}

/** With more options than this, a select is used. */
const maxInSight = 7

const textIn = (value: AnswerValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const ChoiceAnswer = ({ field, value, onChange }: AnswerProps) => {
  const intl = useIntl()
  const { id: name, label, help: hint, required } = field
  const options = field.options.map((option) => ({ value: option.id, label: option.label }))
  const chosen = typeof value === 'string' ? value : ''
  const choose = (id: string): void => onChange(id === '' ? null : id)
  const nothing = intl.formatMessage({ id: 'enrolment.noChoice' })
  if (options.length > maxInSight)
    return (
      <SelectField
        {...{ name, label, hint, required, options }}
        autoComplete="off"
        empty={nothing}
        defaultValue={chosen}
        onValue={choose}
      />
    )
  // An optional answer can be removed.
  const choices = required ? options : [...options, { value: '', label: nothing }]
  return (
    <RadioGroup
      {...{ name, hint, required }}
      legend={label}
      options={choices}
      defaultValue={required && chosen === '' ? undefined : chosen}
      onValue={choose}
    />
  )
}

/** Shows the limits before they are exceeded. */
const useHint = ({ help, type, maxLength, min, max, from, until }: ShownField): string => {
  const intl = useIntl()
  const day = (date: string): string => intl.formatMoment(date, 'day', 'UTC')
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

/** Whether the answer was filled in from the profile; offers the profile's value if it is empty. */
const ProfileLine = ({ field: { profile }, value, onFill }: Omit<AnswerProps, 'onChange'> & { onFill: () => void }) => {
  if (!profile?.value) return null
  if (value === profile.value)
    return (
      <p className={styles.source}>
        <FormattedMessage id={`enrolment.profile.${profile.whose}`} />
      </p>
    )
  if (textIn(value).trim() !== '') return null
  return (
    <p className={styles.source}>
      <button type="button" className={styles.change} onClick={onFill}>
        <FormattedMessage id={`enrolment.profile.${profile.whose}.fill`} values={{ value: profile.value }} />
      </button>
    </p>
  )
}

const inputTypes = { phone: 'tel', email: 'email', url: 'url' } as const

/** A one-line answer, validated on blur by the same rule as on the server. */
const LineAnswer = ({ field, value, onChange }: AnswerProps) => {
  const intl = useIntl()
  const [isLeft, setLeft] = useState(false)
  /** Remounts the field when a button fills it in. */
  const [round, setRound] = useState(0)
  const { id: name, label, help: hint, required, type } = field
  const text = textIn(value)
  const isWrong = isLeft && isFormatType(type) && text.trim() !== '' && !hasFormat(type, text)
  return (
    <div className={styles.answer}>
      <Field
        key={round}
        {...{ name, label, hint, required }}
        autoComplete="off"
        {...(isFormatType(type) && { type: inputTypes[type] })}
        defaultValue={text}
        problem={isWrong ? intl.formatMessage({ id: `enrolment.answer.${type}` }) : undefined}
        onValue={(typed) => onChange(typed)}
        onLeave={() => setLeft(true)}
      />
      <ProfileLine
        field={field}
        value={value}
        onFill={() => {
          onChange(field.profile!.value)
          setRound(round + 1)
        }}
      />
    </div>
  )
}

const noFiles: Enrolment['files'] = []

/** One question of the form. `files`: known files of the answers. */
export const AnswerField = ({ field: formField, value, onChange, files = noFiles }: AnswerFieldProps) => {
  const hint = useHint(formField)
  const field = { ...formField, help: hint }
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
      return <FileAnswer {...{ field, value, onChange, files }} />
    case 'agreement':
      return <CheckboxField {...{ name, label, hint, required }} defaultChecked={value === true} onValue={onChange} />
    default:
      return <LineAnswer {...{ field, value, onChange }} />
  }
}
