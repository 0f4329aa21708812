import { Space } from 'antd'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface ListWaysProps {
  /** Names the list. */
  all: string
  neighbours: { previous: string | null; next: string | null }
  /** Of one thing; without an id, of the list. */
  addressOf: (id?: string) => string
  children?: ReactNode
}

/** From one thing back to its list, and to those before and after it. */
export const ListWays = ({ all, neighbours, addressOf, children }: ListWaysProps) => {
  const intl = useIntl()
  return (
    <Space wrap size="middle" role="navigation" aria-label={intl.formatMessage({ id: 'office.list.ways' })}>
      <Link to={addressOf()}>
        <span aria-hidden="true">← </span>
        {all}
      </Link>
      {(['previous', 'next'] as const).map(
        (way) =>
          neighbours[way] && (
            <Link key={way} to={addressOf(neighbours[way])} rel={way === 'previous' ? 'prev' : 'next'}>
              <FormattedMessage id={`office.list.${way}`} />
            </Link>
          ),
      )}
      {children}
    </Space>
  )
}
