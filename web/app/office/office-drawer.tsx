import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useIntl } from '../../ui/intl.tsx'
import { StyleChoices } from '../shell/style-picker.tsx'
import { OfficeBrand } from './office-brand.tsx'
import { OfficeIcon } from './office-icons.tsx'
import styles from './office-drawer.module.css'

interface OfficeDrawerProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The menu on a small screen: a drawer that closes after a choice. */
export const OfficeDrawer = ({ isOpen, onClose, children }: OfficeDrawerProps) => {
  const intl = useIntl()
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    const element = ref.current!
    // Close after a click on the backdrop (the dialog itself) or on a link.
    const follow = ({ target }: Event): void => {
      if (target === element || (target as Element).closest('a')) element.close()
    }
    element.showModal()
    element.addEventListener('click', follow)
    return () => {
      element.removeEventListener('click', follow)
      element.close()
    }
  }, [isOpen])
  return (
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={intl.formatMessage({ id: 'office.shell.menu' })}
      onClose={onClose}
    >
      {isOpen && (
        <div className={styles.content}>
          <div className={styles.head}>
            <OfficeBrand />
            <button type="button" aria-label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose}>
              <OfficeIcon name="close" />
            </button>
          </div>
          {children}
          <div className={styles.choices}>
            <StyleChoices />
          </div>
        </div>
      )}
    </dialog>
  )
}
