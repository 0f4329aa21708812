import { useEffect, useRef, type ReactNode, type ToggleEvent } from 'react'
import { Shared } from './shared-markup.tsx'
import styles from './dropdown.module.css'

interface DropdownProps {
  label: string
  icon: ReactNode
  align?: 'start' | 'end'
  className?: string | undefined
  /** The server renders the content once for all pages, under this name. */
  shared?: string
  onOpen?: (() => void) | undefined
  children: ReactNode
}

/** A button that opens a small panel. It is a details element, which works without JavaScript. */
export const Dropdown = ({ label, icon, align = 'end', className, shared, onOpen, children }: DropdownProps) => {
  const ref = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const details = ref.current!
    const close = (): void => details.removeAttribute('open')
    const onPointer = ({ target }: Event): void => {
      if (!details.contains(target as Node)) close()
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !details.open) return
      close()
      details.querySelector('summary')?.focus()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget && !details.contains(relatedTarget as Node)) close()
    }
    document.addEventListener('pointerdown', onPointer)
    details.addEventListener('keydown', onKey)
    details.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      details.removeEventListener('keydown', onKey)
      details.removeEventListener('focusout', onFocusOut)
    }
  }, [])

  const closeAfterChoice = ({ target }: React.MouseEvent): void => {
    if ((target as Element).closest('a')) ref.current?.removeAttribute('open')
  }

  return (
    <Shared
      tag="details"
      name={shared}
      ref={ref}
      className={`${styles.dropdown} ${className ?? ''}`}
      onToggle={({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary className={styles.button} aria-label={label} title={label}>
        {icon}
      </summary>
      <div className={`card ${styles.panel}`} data-align={align} onClick={closeAfterChoice}>
        {children}
      </div>
    </Shared>
  )
}
