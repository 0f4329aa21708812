import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './copy-button.module.css'

/** `by hand`: the clipboard is not available, for example over plain HTTP. */
type Copying = 'not yet' | 'copied' | 'by hand'

interface CopyButtonProps {
  /** A function, because the text may not be known before the click. */
  text: () => string
  icon?: ReactNode
  /** Texts of the button, before and after copying. */
  label: ReactNode
  copied: ReactNode
  /** Accessible name of the text field when copying by hand. */
  name: string
}

const shownMilliseconds = 3_000

/** Selects the text, so that the user can copy it. */
const selectAll = (field: HTMLInputElement | null): void => {
  field?.focus()
  field?.select()
}

/** Copies a text, or shows it selected if the clipboard is not available. */
export const CopyButton = ({ text, icon, label, copied, name }: CopyButtonProps) => {
  const [copying, setCopying] = useState<Copying>('not yet')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(text())
      setCopying('copied')
      timer.current = setTimeout(() => setCopying('not yet'), shownMilliseconds)
    } catch {
      setCopying('by hand')
    }
  }
  const isCopied = copying === 'copied'
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {icon}
        {isCopied ? copied : label}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && copied}
      </span>
      {copying === 'by hand' && (
        <input ref={selectAll} className={styles.text} readOnly value={text()} aria-label={name} />
      )}
    </>
  )
}
