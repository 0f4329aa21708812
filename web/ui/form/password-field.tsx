import type { MessageId } from '@lectern/messages/message-id.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useIntl } from '../intl.tsx'
import styles from './control.module.css'
import { FieldFrame, useField, type FieldTexts } from './field-frame.tsx'
import { EyeIcon, EyeOffIcon } from './form-icons.tsx'
import { strengthOf, type Strength } from './password-strength.ts'
import { useFormEvent } from './use-form-event.ts'

const strengthTexts: Record<Strength, MessageId> = {
  1: 'form.strength.weak',
  2: 'form.strength.fair',
  3: 'form.strength.good',
  4: 'form.strength.strong',
}

const measure = (password: string): Strength | undefined => (password ? strengthOf(password) : undefined)

const StrengthMeter = ({ id, strength }: { id: string; strength: Strength | undefined }) => {
  const intl = useIntl()
  return (
    <div className={`cluster muted small ${styles.strength}`} data-strength={strength}>
      <span className={styles.meter} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={(strength !== undefined && step <= strength) || undefined} />
        ))}
      </span>
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <span id={id} aria-live="polite">
        {strength && intl.formatMessage({ id: strengthTexts[strength] })}
      </span>
    </div>
  )
}

interface PasswordFieldProps extends FieldTexts {
  label: ReactNode
  autoComplete: 'current-password' | 'new-password'
  /** Shows the strength of the password. */
  strength?: boolean | undefined
}

/** A password field with a button to show it. */
export const PasswordField = ({ label, autoComplete, strength: isMeasured = false, ...texts }: PasswordFieldProps) => {
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const [visible, setVisible] = useState(false)
  const [strength, setStrength] = useState<Strength>()
  const { id, messages, aria } = useField(texts, isMeasured && 'strength')

  // The browser may have filled it in already.
  useEffect(() => setStrength(measure(input.current!.value)), [])

  // Password managers only recognise hidden fields.
  useFormEvent(input, 'submit', () => setVisible(false))
  useFormEvent(input, 'reset', () => {
    setVisible(false)
    setStrength(undefined)
  })

  const toggle = (): void => {
    const box = input.current!
    const { selectionStart, selectionEnd } = box
    setVisible(!visible)
    // Browsers move the caret to the start when the type changes.
    if (document.activeElement === box) requestAnimationFrame(() => box.setSelectionRange(selectionStart, selectionEnd))
  }

  const toggleLabel = intl.formatMessage({ id: visible ? 'form.hidePassword' : 'form.showPassword' })
  return (
    <FieldFrame id={id} label={label} optional={!texts.required} hint={texts.hint} messages={messages}>
      <div className={styles.box}>
        <input
          {...aria}
          ref={input}
          id={id}
          name={texts.name}
          type={visible ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...(isMeasured && { onInput: (event) => setStrength(measure(event.currentTarget.value)) })}
        />
        <button
          type="button"
          className={styles.inner}
          aria-label={toggleLabel}
          aria-controls={id}
          title={toggleLabel}
          // Keeps the focus, and the on-screen keyboard, where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {visible ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      </div>
      {isMeasured && <StrengthMeter id={`${id}-strength`} strength={strength} />}
    </FieldFrame>
  )
}
