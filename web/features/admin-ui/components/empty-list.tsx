import { Empty } from 'antd'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { filtersIn, useListAddress } from '../list-address.ts'

interface EmptyListProps {
  /** Says that nothing matches what the list is narrowed to. */
  noMatch: string
}

/** In place of rows: nothing matches the filters, or there is nothing yet. */
export const EmptyList = ({ noMatch }: EmptyListProps) => {
  const { query } = useListAddress()
  const isNarrowed = filtersIn(query).length > 0
  return <Empty image={null} description={isNarrowed ? noMatch : <FormattedMessage id="office.list.empty" />} />
}
