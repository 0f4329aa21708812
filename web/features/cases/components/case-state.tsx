import type { CaseState } from '@lectern/contract/cases/case-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './cases.module.css'

const tones: Partial<Record<CaseState, 'active' | 'waiting'>> = {
  received: 'active',
  admitted: 'active',
  investigating: 'active',
  refused: 'waiting',
}

export const CaseStateMark = ({ state }: { state: CaseState }) => (
  <span className={styles.state} data-tone={tones[state]}>
    <FormattedMessage id={`case.state.${state}`} />
  </span>
)
