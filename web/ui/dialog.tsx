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
  /** Something is going on that must not be left: nothing closes the dialog. */
  busy?: boolean | undefined
  /** What takes the focus first, where that is not the title. */
  firstFocus?: (dialog: HTMLElement) => HTMLElement | null
  /** The id of a text that is read out with the title. */
  describedBy?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page. Its content is there only while it is open; then the focus goes back to where it came from. */
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
  // A file picker inside has a cancel event too, which passes here on its way up.
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target !== ref.current) return
    event.preventDefault()
    close()
  }
  // Browsers close a dialog on a second Escape, or a phone's back, without asking.
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
      className={styles.dialog}
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
