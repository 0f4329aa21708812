import { Empty } from 'antd'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { filtersIn, useListAddress } from '../list-address.ts'

interface EmptyListProps {
  /** Text for the case that no item matches the filters. */
  noMatch: string
}

/** Shown instead of rows: nothing matches the filters, or the list is empty. */
export const EmptyList = ({ noMatch }: EmptyListProps) => {
  const { query } = useListAddress()
  const isNarrowed = filtersIn(query).length > 0
  return <Empty image={null} description={isNarrowed ? noMatch : <FormattedMessage id="office.list.empty" />} />
}
