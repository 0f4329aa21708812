import { Button, Input } from 'antd'
import { useRef } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './date-text-field.module.css'

interface DateTextFieldProps {
  /** Passed by Form.Item. */
  id?: string | undefined
  label?: string | undefined
  /** The typed text. */
  value: string
  onChange: (text: string) => void
  kind: 'date' | 'datetime-local'
  /** The value for the browser's own picker; empty if the text cannot be parsed. */
  picked: string
  /** Time zone of the value. */
  zone?: string | undefined
  placeholder: string
}

/** A date, typed or picked in the browser's calendar; works by keyboard. */
export const DateTextField = ({ id, label, value, onChange, kind, picked, zone, placeholder }: DateTextFieldProps) => {
  const intl = useIntl()
  const picker = useRef<HTMLInputElement>(null)
  const choose = intl.formatMessage({ id: 'office.date.choose' })
  return (
    <span className={styles.field} data-kind={kind}>
      <Input
        {...(id && { id })}
        {...(label && { 'aria-label': label })}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={24}
        suffix={zone}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button
        aria-label={choose}
        title={choose}
        icon={
          <Icon>
            <path d="M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4" />
          </Icon>
        }
        onClick={() => picker.current!.showPicker()}
      />
      <input
        ref={picker}
        className={styles.picker}
        type={kind}
        tabIndex={-1}
        aria-hidden="true"
        value={picked}
        onChange={({ target }) => onChange(target.value.replace('T', ' '))}
      />
    </span>
  )
}
