import { useEffect, useRef, useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'
import { useIntl } from '../intl.tsx'
import styles from './control.module.css'
import { FieldFrame, useField, type FieldTexts } from './field-frame.tsx'
import { useFormEvent } from './use-form-event.ts'

interface CounterProps {
  id: string
  count: number
  limit: number
}

/** Near the limit, screen readers announce the rest after a pause in typing. */
const Counter = ({ id, count, limit }: CounterProps) => {
  const intl = useIntl()
  const [announced, setAnnounced] = useState('')
  const left = limit - count
  const text = intl.formatMessage({ id: left < 0 ? 'form.tooMany' : 'form.left' }, { count: Math.abs(left) })
  const isNear = left <= limit / 10
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(isNear ? text : ''), 1000)
    return () => clearTimeout(timer)
  }, [isNear, text])
  return (
    <>
      <p id={id} className={`muted small ${styles.counter}`} data-over={left < 0 || undefined}>
        {text}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
    </>
  )
}

interface TextAreaProps extends FieldTexts {
  label: ReactNode
  autoComplete: HTMLInputAutoCompleteAttribute
  defaultValue?: string | undefined
  /** Shown, not enforced, so that pasted text is never truncated silently. */
  limit?: number | undefined
  rows?: number | undefined
  onValue?: ((value: string) => void) | undefined
}

export const TextArea = (props: TextAreaProps) => {
  const { name, label, hint, required = false, autoComplete, defaultValue = '', limit, rows = 5, onValue } = props
  const ref = useRef<HTMLTextAreaElement>(null)
  const [count, setCount] = useState(defaultValue.length)
  const isCounted = limit !== undefined
  const { id, messages, aria } = useField(props, isCounted && 'count')
  // The browser may have restored the text after a reload.
  useEffect(() => setCount(ref.current!.value.length), [])
  useFormEvent(ref, 'reset', () => setCount(defaultValue.length))
  return (
    <FieldFrame id={id} label={label} optional={!required} hint={hint} messages={messages}>
      <div className={styles.box}>
        <textarea
          {...aria}
          ref={ref}
          id={id}
          name={name}
          rows={rows}
          autoComplete={autoComplete}
          defaultValue={defaultValue}
          onInput={({ currentTarget: { value } }) => {
            setCount(value.length)
            onValue?.(value)
          }}
        />
      </div>
      {isCounted && <Counter id={`${id}-count`} count={count} limit={limit} />}
    </FieldFrame>
  )
}
