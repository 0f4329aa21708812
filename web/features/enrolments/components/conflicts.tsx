import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { DraftState } from '../draft.ts'
import { AnswerText } from './answer-list.tsx'
import { ConflictList, type ConflictsProps } from './conflict-list.tsx'

interface AnswerConflictsProps extends ConflictsProps {
  enrolment: Pick<Enrolment, 'fields' | 'files'>
  state: DraftState
}

/** Conflicting answers. */
export const Conflicts = ({
  enrolment: { fields, files },
  state: { answers, conflicts },
  ...props
}: AnswerConflictsProps) => {
  const concerned = fields.filter(({ id }) => Object.hasOwn(conflicts, id))
  return (
    <ConflictList
      {...props}
      fields={concerned.map((field) => ({
        id: field.id,
        label: field.label,
        mine: <AnswerText field={field} value={answers[field.id]} files={files} />,
        theirs: <AnswerText field={field} value={conflicts[field.id]} files={files} />,
      }))}
    />
  )
}
