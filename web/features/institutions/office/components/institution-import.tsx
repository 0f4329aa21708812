import { Alert, Button, Typography } from 'antd'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { importInstitutions } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { SheetImportDialog } from '../../../admin-ui/components/sheet-import-dialog.tsx'
import { useSheetImport } from '../../../admin-ui/use-sheet-import.ts'
import { useInstitutionWords } from '../institution-words.ts'
import { SheetProblems } from './sheet-problems.tsx'

type Outcome = AnswerOf<typeof importInstitutions>

const Result = ({ outcome: { dryRun, counts, problems } }: { outcome: Outcome }) => {
  const { t } = useInstitutionWords()
  if (problems.length > 0)
    return (
      <>
        <Alert type="error" role="alert" showIcon title={t('import.wrong', { count: problems.length })} />
        <SheetProblems problems={problems} />
      </>
    )
  const values = { added: counts.new, changed: counts.changed, same: counts.same }
  return dryRun ? (
    <Alert type="info" role="status" showIcon title={t('import.would', values)} />
  ) : (
    <Alert type="success" role="status" showIcon title={t('import.done', values)} />
  )
}

interface InstitutionImportProps {
  client: Client
  onImported: () => void
  onClose: () => void
}

/** Imports institutions from a sheet: first a dry run, then the import. */
export const InstitutionImport = ({ client, onImported, onClose }: InstitutionImportProps) => {
  const { t } = useInstitutionWords()
  const { result, ...importing } = useSheetImport<Outcome>({
    send: (query, options) => client(importInstitutions, { query }, options),
    onAnswer: ({ dryRun, problems }) => void (!dryRun && problems.length === 0 && onImported()),
  })
  const isWhole = result !== undefined && result.problems.length === 0
  return (
    <SheetImportDialog
      title={t('import')}
      help={
        <>
          <Typography.Paragraph>{t('import.help')}</Typography.Paragraph>
          <Button href="/api/institutions/import/template" download>
            <FormattedMessage id="office.sheet.template" />
          </Button>
        </>
      }
      importing={importing}
      outcome={result && <Result outcome={result} />}
      confirm={t('import')}
      isReady={isWhole && result.dryRun && result.counts.new + result.counts.changed > 0}
      isDone={isWhole && !result.dryRun}
      onClose={onClose}
    />
  )
}
