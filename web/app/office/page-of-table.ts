import type { TablePaginationConfig } from 'antd'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { useIntl } from '../../ui/intl.tsx'

interface Page {
  page: number
  pageSize: number
  total: number
}

type Change = (changes: { page: number; pageSize: number }) => void

/** Makes the pagination of an antd table from a page; it is stored in the address. */
export const usePagination = (change: Change): ((page: Page) => TablePaginationConfig) => {
  const intl = useIntl()
  return ({ page, pageSize, total }) => ({
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
  })
}

/** Pagination of an antd table, stored in the address. */
export const usePagesOfTable = (page: Page, change: Change): TablePaginationConfig => usePagination(change)(page)
