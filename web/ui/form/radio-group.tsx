import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { FieldError, FieldHint, OptionalMark, useField, type FieldTexts } from './field-frame.tsx'
import frame from './field-frame.module.css'

interface RadioGroupProps extends FieldTexts {
  legend: ReactNode
  options: readonly { value: string; label: ReactNode; hint?: ReactNode }[]
  defaultValue?: string | undefined
  onValue?: ((value: string) => void) | undefined
}

/** Radio buttons for a few options. */
export const RadioGroup = (props: RadioGroupProps) => {
  const { name, legend, hint, required = false, options, defaultValue, onValue } = props
  const { id, messages, aria } = useField(props)
  return (
    <fieldset
      {...aria}
      className={frame.frame}
      role="radiogroup"
      data-name={name}
      data-field
      data-wrong={messages.length > 0 || undefined}
    >
      <legend className={frame.label}>
        {legend}
        {!required && defaultValue === undefined && <OptionalMark />}
      </legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} messages={messages} />
      {options.map((option, position) => {
        // The error summary links to the first one.
        const own = position === 0 ? id : `${id}-${option.value}`
        return (
          <div key={option.value} className={styles.choice}>
            <input
              id={own}
              name={name}
              type="radio"
              value={option.value}
              defaultChecked={option.value === defaultValue}
              aria-describedby={option.hint ? `${own}-about` : undefined}
              {...(onValue && { onChange: () => onValue(option.value) })}
            />
            <label htmlFor={own}>{option.label}</label>
            {option.hint && (
              <p id={`${own}-about`} className={`muted small ${styles.about}`}>
                {option.hint}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
