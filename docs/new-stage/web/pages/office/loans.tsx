import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { giveBackLoan, listLoans } from '@lectern/contract/loans/loan-office.ts'
import { loanStates } from '@lectern/contract/loans/loan-values.ts'
import { Space } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { StageFilters } from '../../features/admin-ui/components/stage-filters.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { LoanTable } from '../../features/loans/office/components/loan-table.tsx'
import { useLoanWords } from '../../features/loans/office/loan-words.ts'
import { useDecisions } from '../../features/loans/office/use-decisions.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

/** What of an address chooses among the loans. */
const listNames = [
  'edition',
  'activity',
  'state',
  'province',
  'school',
  'search',
  'from',
  'until',
  'sort',
  'page',
  'pageSize',
] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, choices] = await Promise.all([
    client(listLoans, { query: pickQuery(query, listNames) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  return { page, choices }
}

export default function Loans() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t, state } = useLoanWords()
  const decisions = useDecisions(client)
  const { page, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const { selected, select, clear } = useSelection(page.list, 'id')
  const reload = () => {
    clear()
    void router.reload()
  }
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.loansOffice' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <StageFilters
          list="loan"
          query={query}
          choices={choices}
          change={change}
          t={t}
          states={loanStates.map((value) => ({ value, label: state(value) }))}
        />
        <DecisionBar kind={decisions} items={selected} onClear={clear} onDecided={reload} />
        <LoanTable
          loans={page.list}
          query={query}
          pages={pages}
          busy={busy}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
          onGivenBack={({ id, version }) =>
            // The request shows why it fails; either way the list is read anew.
            void client(giveBackLoan, { params: { id }, body: { version } }).then(reload, reload)
          }
        />
      </Space>
    </OfficeFrame>
  )
}
