import type { WorkState } from '@lectern/contract/works/work-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './works.module.css'

export const WorkStateMark = ({ state }: { state: WorkState }) => (
  <span className={styles.state} data-state={state}>
    <FormattedMessage id={`work.state.${state}`} />
  </span>
)
