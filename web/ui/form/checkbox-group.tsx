import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { FieldError, FieldHint, OptionalMark, useField, type FieldTexts } from './field-frame.tsx'
import frame from './field-frame.module.css'

interface CheckboxGroupProps extends FieldTexts {
  legend: ReactNode
  options: readonly { value: string; label: ReactNode }[]
  defaultValue: readonly string[]
  onValue: (chosen: string[]) => void
}

/** Checkboxes for a few options; values are in the order of the options. */
export const CheckboxGroup = (props: CheckboxGroupProps) => {
  const { name, legend, hint, required = false, options, defaultValue, onValue } = props
  const { id, messages, aria } = useField(props)
  const emitChange = (group: HTMLFieldSetElement): void =>
    onValue(Array.from(group.querySelectorAll<HTMLInputElement>('input:checked'), (input) => input.value))
  return (
    <fieldset
      className={frame.frame}
      aria-describedby={aria['aria-describedby']}
      data-field
      data-wrong={messages.length > 0 || undefined}
      onChange={(event) => emitChange(event.currentTarget)}
    >
      <legend className={frame.label}>
        {legend}
        {!required && <OptionalMark />}
      </legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} messages={messages} />
      {options.map(({ value, label }, position) => {
        // The error summary links to the first one.
        const own = position === 0 ? id : `${id}-${value}`
        return (
          <div key={value} className={styles.choice}>
            <input id={own} name={name} type="checkbox" value={value} defaultChecked={defaultValue.includes(value)} />
            <label htmlFor={own}>{label}</label>
          </div>
        )
      })}
    </fieldset>
  )
}
