import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './copy-button.module.css'

/** `by hand`: the browser does not let a page copy, as on plain http. */
type Copying = 'not yet' | 'copied' | 'by hand'

interface CopyButtonProps {
  /** Asked when it is needed, as an address is. */
  text: () => string
  icon?: ReactNode
  /** On the button, before and after. */
  label: ReactNode
  copied: ReactNode
  /** Names the text where it has to be copied by hand. */
  name: string
}

const shownMilliseconds = 3_000

/** Ready for the reader's own copying. */
const selectAll = (field: HTMLInputElement | null): void => {
  field?.focus()
  field?.select()
}

/** Copies a text, or offers it selected where the browser does not allow that. */
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
