import type { ReactNode } from 'react'
import { FormattedMessage } from '../../../ui/intl.tsx'
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
  /** The buttons; the save button comes last. */
  children: ReactNode
}

/** Sticky bar below every form of the office: the save state and the buttons. */
export const SaveBar = ({ state, detail, children }: SaveBarProps) => (
  <div className={styles.bar} data-state={state}>
    <span className={styles.state} role="status">
      <FormattedMessage id={`office.save.${state}`} />
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
    <div className={styles.actions}>{children}</div>
  </div>
)
