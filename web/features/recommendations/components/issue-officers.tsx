import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/institutions/officers.ts'
import { importOfficers, readOfficerTemplate } from '@lectern/contract/institutions/officers.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { AnyLink } from '../../../router/link.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

interface IssueOfficersProps {
  client: Client
  onInvited: () => void
  onClose: () => void
}

class MissingFile extends Error {}

type Outcome = AnswerOf<typeof contract.importOfficers>

/** Officers of many schools at once, from a sheet: first a dry run with a line for each problem, then the invitations. */
export const IssueOfficers = ({ client, onInvited, onClose }: IssueOfficersProps) => {
  const { t } = useRecommendationText()
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<Outcome>()
  const isReady = outcome !== undefined && outcome.dryRun && outcome.problems.length === 0 && outcome.rows > 0
  const form = useForm({
    submit: async () => {
      if (!file) throw new MissingFile()
      const options = { file, inPlaceSignIn: true, timeout: 120_000 }
      const next = await client(importOfficers, { query: { dryRun: isReady ? 'false' : 'true' } }, options)
      setOutcome(next)
      if (!next.dryRun) onInvited()
    },
    problemsOf: (error) =>
      error instanceof MissingFile ? [{ path: '', message: t('issue.fileMissing') }] : problemsOf(error),
  })
  const isDone = outcome !== undefined && !outcome.dryRun
  return (
    <Form form={form}>
      <p>{t('issue.about')}</p>
      <p>
        <AnyLink address={readOfficerTemplate.path} download>
          {t('issue.template')}
        </AnyLink>
      </p>
      {!isDone && (
        <label className="stack gap-4">
          <span>{t('issue.file')}</span>
          <input
            type="file"
            accept=".xlsx,.csv"
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0])
              setOutcome(undefined)
            }}
          />
        </label>
      )}
      <div role="status">
        {isReady && <p className="strong">{t('issue.ready', { count: outcome.rows })}</p>}
        {isDone && <p className="strong">{t('issue.done', { count: outcome.invited })}</p>}
        {outcome && outcome.problems.length > 0 && (
          <>
            <p className={styles.warning}>{t('issue.problems', { count: outcome.problems.length })}</p>
            <ul className="stack gap-4 small break-anywhere">
              {outcome.problems.map(({ row, column, value, message }) => (
                <li key={`${row} ${column} ${message}`}>
                  {t('issue.row', { row })} {value && <bdi>{value}</bdi>} {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <FormActions>
        {!isDone && <SubmitButton>{t(isReady ? 'issue.send' : 'issue.try')}</SubmitButton>}
        <button type="button" className="button quiet" onClick={onClose}>
          {t(isDone ? 'close' : 'cancel')}
        </button>
      </FormActions>
    </Form>
  )
}
