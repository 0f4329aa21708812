import type { EditionCheckItem } from '@lectern/contract/competition/editions.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { StepList } from '../../../admin-ui/components/step-list.tsx'

/** What to look at before an edition begins. */
export const EditionCheckList = ({ checks }: { checks: readonly EditionCheckItem[] }) => {
  const intl = useIntl()
  return (
    <StepList
      title={intl.formatMessage({ id: 'office.activities.checks' })}
      steps={checks.map(({ check, count, names, link }) => ({
        key: check,
        title: intl.formatMessage({ id: `office.activities.check.${check}` }, { count }),
        isDone: count === 0,
        help: count > 0 && check !== 'notCurrent' && intl.formatList(count > names.length ? [...names, '…'] : names),
        way: { to: link, label: intl.formatMessage({ id: 'office.activities.checkLink' }) },
      }))}
    />
  )
}
