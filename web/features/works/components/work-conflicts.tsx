import type { Work } from '@lectern/contract/works/works.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ConflictList, type ConflictsProps } from '../../enrolments/components/conflict-list.tsx'
import type { DraftState } from '../../enrolments/draft.ts'
import { fieldLabels } from '../field-labels.ts'

interface WorkConflictsProps extends ConflictsProps {
  work: Work
  state: DraftState
}

/** Conflicting texts, names and agreements. */
export const WorkConflicts = ({ work, state: { answers, conflicts }, ...props }: WorkConflictsProps) => {
  const intl = useIntl()
  const labels = fieldLabels(intl, work)
  const textOf = (value: unknown): string => {
    if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'work.yes' : 'work.no' })
    return typeof value === 'string' && value !== '' ? value : '—'
  }
  return (
    <ConflictList
      {...props}
      fields={Object.entries(conflicts).map(([id, theirs]) => ({
        id,
        label: labels[id] ?? id,
        mine: textOf(answers[id]),
        theirs: textOf(theirs),
      }))}
    />
  )
}
