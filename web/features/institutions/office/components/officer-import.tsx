import { Alert, Button, Typography } from 'antd'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { importOfficers } from '@lectern/contract/institutions/officers.ts'
import type { Client } from '../../../../request/client.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { SheetImportDialog } from '../../../admin-ui/components/sheet-import-dialog.tsx'
import { useSheetImport } from '../../../admin-ui/use-sheet-import.ts'
import { useInstitutionWords } from '../institution-words.ts'
import { SheetProblems } from './sheet-problems.tsx'

type Outcome = AnswerOf<typeof importOfficers>

const Result = ({ outcome: { dryRun, rows, invited, problems } }: { outcome: Outcome }) => {
  const { t } = useInstitutionWords()
  if (problems.length > 0)
    return (
      <>
        <Alert type="error" role="alert" showIcon title={t('import.wrong', { count: problems.length })} />
        <SheetProblems problems={problems} />
      </>
    )
  return dryRun ? (
    <Alert type="info" role="status" showIcon title={t('officer.import.would', { count: rows })} />
  ) : (
    <Alert type="success" role="status" showIcon title={t('officer.import.done', { count: invited })} />
  )
}

interface OfficerImportProps {
  client: Client
  onImported: () => void
  onClose: () => void
}

/** Invites officers from a sheet: first a dry run, then the invitations. */
export const OfficerImport = ({ client, onImported, onClose }: OfficerImportProps) => {
  const { t } = useInstitutionWords()
  const { result, ...importing } = useSheetImport<Outcome>({
    send: (query, options) => client(importOfficers, { query }, options),
    onAnswer: ({ dryRun, invited }) => void (!dryRun && invited > 0 && onImported()),
  })
  const isWhole = result !== undefined && result.problems.length === 0
  return (
    <SheetImportDialog
      title={t('officer.import')}
      help={
        <>
          <Typography.Paragraph>{t('officer.import.help')}</Typography.Paragraph>
          <Button href="/api/officers/import/template" download>
            <FormattedMessage id="office.sheet.template" />
          </Button>
        </>
      }
      importing={importing}
      outcome={result && <Result outcome={result} />}
      confirm={t('officer.invite')}
      isReady={isWhole && result.dryRun}
      isDone={isWhole && !result.dryRun}
      onClose={onClose}
    />
  )
}
