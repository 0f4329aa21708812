import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { problemsOf } from '../../request/request-error.ts'
import { useIntl } from '../../ui/intl.tsx'

/** Something was typed and nothing chosen: it would be lost. */
class UnlistedInstitution extends Error {}

/** What was chosen, for a form that stores no other text; null: the field is empty. */
export const listedInstitution = (values: { institution: string; institutionId: string }): InstitutionId | null => {
  if (values.institutionId !== '') return values.institutionId as InstitutionId
  if (values.institution.trim() !== '') throw new UnlistedInstitution()
  return null
}

/** The field problems of such a form. */
export const useListedProblems = (): ((error: unknown) => readonly FieldProblem[] | undefined) => {
  const intl = useIntl()
  return (error) =>
    error instanceof UnlistedInstitution
      ? [{ path: 'institution', message: intl.formatMessage({ id: 'form.institution.teamFree' }) }]
      : problemsOf(error)
}
