import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { useIntl } from './intl.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  title: ReactNode
  /** The dialog cannot be closed while this is true. */
  busy?: boolean | undefined
  /** The element to focus first; default: the title. */
  firstFocus?: (dialog: HTMLElement) => HTMLElement | null
  /** The id of a text that screen readers read after the title. */
  describedBy?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A modal dialog. Its content is rendered only while it is open; afterwards the focus returns to where it was. */
export const Dialog = ({ open, title, busy = false, firstFocus, describedBy, onClose, children }: DialogProps) => {
  const intl = useIntl()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const placeFocus = useEffectEvent((dialog: HTMLElement) => (firstFocus?.(dialog) ?? heading.current!).focus())
  useLayoutEffect(() => {
    const dialog = ref.current!
    if (!open) return
    const opener = document.activeElement
    dialog.showModal()
    placeFocus(dialog)
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [open])

  const close = (): void => {
    if (!busy) onClose()
  }
  // The cancel event of a file picker inside bubbles up to here.
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target !== ref.current) return
    event.preventDefault()
    close()
  }
  // Browsers close a dialog on a second Escape, or on a phone's back button, without a cancel event.
  const onClosed = (event: SyntheticEvent): void => {
    if (event.target !== ref.current || !open || ref.current.open) return
    if (busy) ref.current.showModal()
    else onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && busy) event.preventDefault()
  }

  return (
    <dialog
      ref={ref}
      className={`card ${styles.dialog}`}
      aria-labelledby={id}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      onCancel={onCancel}
      onClose={onClosed}
      onKeyDown={onKeyDown}
    >
      {open && (
        <>
          <header className={styles.head}>
            <h2 ref={heading} id={id} tabIndex={-1}>
              {title}
            </h2>
            <button
              type="button"
              className={styles.close}
              aria-label={intl.formatMessage({ id: 'shell.close' })}
              aria-disabled={busy || undefined}
              onClick={close}
            >
              <svg
                width="20"
                height="20"
                viewBox="0 0 20 20"
                stroke="currentColor"
                strokeWidth="1.8"
                aria-hidden="true"
              >
                <path d="m4 4 12 12M16 4 4 16" strokeLinecap="round" />
              </svg>
            </button>
          </header>
          {children}
        </>
      )}
    </dialog>
  )
}
