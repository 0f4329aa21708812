import { ConfigProvider } from 'antd'
import { useRef, type ReactNode } from 'react'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { useCoveredHeight } from '../../../ui/use-covered-height.ts'
import { useReader } from '../reader.ts'
import styles from './save-bar.module.css'

type SaveState = 'new' | 'unsaved' | 'saving' | 'saved'

export const saveStateOf = (form: { isNew?: boolean; isUnsaved: boolean; isBusy: boolean }): SaveState => {
  if (form.isBusy) return 'saving'
  if (form.isNew) return 'new'
  return form.isUnsaved ? 'unsaved' : 'saved'
}

interface SaveBarProps {
  state: SaveState
  /** Details such as the version. */
  detail?: ReactNode
  /** Further content follows the form on the page. */
  isBetween?: boolean
  /** The buttons; the save button comes last. */
  children: ReactNode
}

/** Sticky bar below every form of the office: the save state and the buttons. */
export const SaveBar = ({ state, detail, isBetween = false, children }: SaveBarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const { isAuditor } = useReader()
  useCoveredHeight(bar, '--save-bar')
  return (
    <div ref={bar} className={`print-hidden ${styles.bar}`} data-state={state} data-between={isBetween || undefined}>
      <span className={styles.state} role="status">
        <FormattedMessage id={isAuditor ? 'office.save.reading' : `office.save.${state}`} />
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      <div className={`cluster gap-8 ${styles.actions}`}>
        {isAuditor ? <ConfigProvider componentDisabled>{children}</ConfigProvider> : children}
      </div>
    </div>
  )
}
