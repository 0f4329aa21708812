import { readPrint } from '@lectern/contract/review/review-board.ts'
import { readRound } from '@lectern/contract/rounds/rounds.ts'
import { Button, Space } from 'antd'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { roundAddress } from '../../features/rounds/office/round-address.ts'
import { PrintedSheets } from '../../features/scoring/office/components/printed-sheets.tsx'
import { useScoringWords } from '../../features/scoring/office/scoring-words.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const params = { id: query.get('id') ?? '' }
  const [round, printed] = await Promise.all([
    client(readRound, { params }, { skipErrorHandler: true }),
    client(readPrint, { params }, { skipErrorHandler: true }),
  ])
  return { round, printed }
}

/** The score sheets of a round on paper. */
export default function RoundPrint() {
  const { t } = useScoringWords()
  const { round, printed } = useData<typeof loader>()
  return (
    <OfficeFrame
      title={t('print.title')}
      actions={
        <Space wrap>
          <Link to={roundAddress(round.id, 'result')}>
            <span aria-hidden="true">← </span>
            {round.name}
          </Link>
          <Button type="primary" onClick={() => print()}>
            {t('print.now')}
          </Button>
        </Space>
      }
    >
      <PrintedSheets round={round} printed={printed} />
    </OfficeFrame>
  )
}
