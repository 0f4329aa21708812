import { Space, type TableColumnType } from 'antd'
import type { ListedLoan } from '@lectern/contract/loans/loan-office.ts'
import type { LoanState } from '@lectern/contract/loans/loan-values.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { ListState } from '../../../admin-ui/components/list-table.tsx'
import { OwnActivityTag } from '../../../admin-ui/components/own-activity-tag.tsx'
import { StageTable } from '../../../admin-ui/components/stage-table.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useLoanWords } from '../loan-words.ts'

const columns = ['team', 'item', 'purpose', 'activity', 'submittedAt', 'state', 'reason'] as const
type Column = (typeof columns)[number]

const tones: Record<LoanState, Tone> = { submitted: 'waiting', lent: 'active', refused: 'bad', givenBack: 'good' }

/** Each column as far as it differs from plain text. */
const useColumns = (): Record<Column, TableColumnType<ListedLoan>> => {
  const { item, state, stage, notifiedAt } = useLoanWords()
  return {
    team: { render: (_, loan) => <Link to={`/Admin/Enrolment/${loan.enrolmentId}`}>{loan.team.name}</Link> },
    item: { render: (_, loan) => item(loan.item) },
    purpose: { width: 240 },
    activity: { render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    submittedAt: { sorter: true, render: (_, { submittedAt }) => <Moment value={submittedAt} /> },
    state: {
      render: (_, loan) => (
        <Space size={4} wrap>
          <StateTag tone={tones[loan.state]}>{state(loan.state)}</StateTag>
          {loan.isOwnActivity && <OwnActivityTag why={stage('ownActivity.why')} />}
          {loan.notifyAt && <small>{notifiedAt(loan.notifyAt)}</small>}
        </Space>
      ),
    },
    reason: { width: 240 },
  }
}

interface LoanTableProps extends ListState<ListedLoan> {
  loans: readonly ListedLoan[]
  query: URLSearchParams
  onGivenBack: (loan: ListedLoan) => void
}

export const LoanTable = ({ loans, onGivenBack, ...list }: LoanTableProps) => {
  const { t, stage } = useLoanWords()
  const looks = useColumns()
  return (
    <StageTable
      {...list}
      list={loans}
      columns={columns}
      looks={looks}
      moments={['submittedAt']}
      t={t}
      actionsOf={(loan) => [
        {
          key: 'back',
          label: t('givenBack'),
          why: loan.isOwnActivity ? stage('ownActivity.why') : loan.state === 'lent' ? null : t('givenBack.why'),
          onClick: () => onGivenBack(loan),
        },
      ]}
    />
  )
}
