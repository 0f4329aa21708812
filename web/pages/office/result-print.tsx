import { Button, Space } from 'antd'
import { maximumPageSize } from '@lectern/contract/pages/page-limits.ts'
import { listResultRows, readList, type ResultRow } from '@lectern/contract/results/results.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { PrintedList } from '../../features/results/office/components/printed-list.tsx'
import { resultAddress } from '../../features/results/office/result-address.ts'
import { useResultWords } from '../../features/results/office/result-words.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

/** A list with all of its rows, page by page. */
export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const params = { id: query.get('id') ?? '' }
  const list = await client(readList, { params }, quietly)
  const rows: ResultRow[] = []
  for (let page = 1, total = 1; rows.length < total; page += 1) {
    const slice = { page: String(page), pageSize: String(maximumPageSize) }
    const answer = await client(listResultRows, { params, query: slice }, quietly)
    if (answer.list.length === 0) break
    rows.push(...answer.list)
    total = answer.total
  }
  return { list, rows }
}

/** A result list on paper. */
export default function ResultPrint() {
  const { t } = useResultWords()
  const { list, rows } = useData<typeof loader>()
  return (
    <OfficeFrame
      title={t('print.title')}
      actions={
        <Space wrap>
          <Link to={resultAddress(list.activity.id, 'list', list.id)}>
            <span aria-hidden="true">← </span>
            {list.activity.name}
          </Link>
          <Button type="primary" onClick={() => print()}>
            {t('print.now')}
          </Button>
        </Space>
      }
    >
      <PrintedList list={list} rows={rows} />
    </OfficeFrame>
  )
}
