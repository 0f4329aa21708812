import { useRef, useState, type InputEvent, type ReactNode } from 'react'
import { useIntl } from '../intl.tsx'
import styles from './code-field.module.css'
import control from './control.module.css'
import { FieldFrame, useField, type FieldTexts } from './field-frame.tsx'
import type { FormValues } from './form-values.ts'
import { digitsOf } from './code-digits.ts'
import { ButtonSpinner } from './button-spinner.tsx'
import { useCountdown } from './use-countdown.ts'
import { useFormControl } from './use-form.ts'

interface CodeFieldProps extends FieldTexts {
  label: ReactNode
  /** Key in sessionStorage, so that the countdown survives a reload. */
  storageKey: string
  /** Fields that must be filled in before a code can be sent, such as the phone number. */
  needs?: readonly string[] | undefined
  /** Sends a code; returns the cooldown. Field problems that it throws are shown in the form. */
  onSend: (values: FormValues) => Promise<{ seconds: number }>
}

const nothing: readonly string[] = []

/** A field for a six-digit code, with a button to send it. */
export const CodeField = ({ label, storageKey, needs = nothing, onSend, ...texts }: CodeFieldProps) => {
  const intl = useIntl()
  const form = useFormControl()
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [seconds, start] = useCountdown(storageKey)
  const { id, messages, aria } = useField(texts)

  const keepDigits = (event: InputEvent<HTMLInputElement>): void => {
    const { currentTarget: box, nativeEvent } = event
    if (nativeEvent.isComposing) return
    const digits = digitsOf(box.value)
    if (digits !== box.value) box.value = digits
  }

  const send = async (): Promise<void> => {
    if (sending.current || seconds > 0 || !form.check(needs)) return
    sending.current = true
    setBusy(true)
    setSent(false)
    try {
      const { seconds: wait } = await onSend(form.values())
      form.show([])
      start(wait)
      setSent(true)
      // Do not take the focus from another field.
      if (!document.activeElement?.matches('input, textarea, select')) input.current?.focus()
    } catch (error) {
      form.report(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <FieldFrame id={id} label={label} optional={!texts.required} hint={texts.hint} messages={messages}>
      <div className={`row gap-8 ${styles.row}`}>
        <div className={control.box}>
          <input
            {...aria}
            ref={input}
            id={id}
            className={styles.code}
            name={texts.name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            onInput={keepDigits}
            onCompositionEnd={(event) => {
              event.currentTarget.value = digitsOf(event.currentTarget.value)
            }}
          />
        </div>
        <button
          type="button"
          className={`button quiet ${styles.send}`}
          aria-disabled={busy || seconds > 0 || undefined}
          onClick={send}
        >
          {busy && <ButtonSpinner />}
          {seconds > 0
            ? intl.formatMessage({ id: 'form.sendAgain' }, { seconds })
            : intl.formatMessage({ id: 'form.sendCode' })}
        </button>
      </div>
      <p className={`muted small ${styles.sent}`} role="status">
        {sent && intl.formatMessage({ id: 'form.codeSent' })}
      </p>
    </FieldFrame>
  )
}
