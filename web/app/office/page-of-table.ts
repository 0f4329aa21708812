import type { TablePaginationConfig } from 'antd'
import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import { useIntl } from '../../ui/intl.tsx'

interface Page {
  page: number
  pageSize: number
  total: number
}

/** Pagination of an antd table, stored in the address. */
export const usePagesOfTable = (
  { page, pageSize, total }: Page,
  change: (changes: { page: number; pageSize: number }) => void,
): TablePaginationConfig => {
  const intl = useIntl()
  return {
    current: page,
    pageSize,
    total,
    showSizeChanger: true,
    pageSizeOptions: [10, 20, 50, 100],
    showTotal: () =>
      total > exactTotalLimit
        ? intl.formatMessage({ id: 'pagination.totalBeyond' }, { total: exactTotalLimit })
        : intl.formatMessage({ id: 'pagination.total' }, { total }),
    onChange: (nextPage, nextSize) => change({ page: nextPage, pageSize: nextSize }),
  }
}
