import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { readForeignPasskeys } from '@lectern/contract/sign-in/passkeys.ts'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** Warns organisers of passkeys that do not work since the address of the site was changed; otherwise shows nothing. */
export const ForeignPasskeys = ({ client }: { client: Client }) => {
  const intl = useIntl()
  const [state, setState] = useState<AnswerOf<typeof readForeignPasskeys>>()
  useEffect(() => {
    client(readForeignPasskeys, undefined, { skipErrorHandler: true }).then(setState, () => undefined)
  }, [client])
  if (!state || state.others.length === 0) return null
  const { address, others } = state
  const places = others.map((other) => intl.formatMessage({ id: 'office.passkeys.place' }, other))
  const now = address === null ? 'office.passkeys.nowhere' : 'office.passkeys.here'
  return (
    <Alert
      type="warning"
      showIcon
      title={intl.formatMessage({ id: 'office.passkeys.foreign' }, { places: intl.formatList(places) })}
      description={`${intl.formatMessage({ id: now }, { address: address ?? '' })} ${intl.formatMessage({ id: 'office.passkeys.advice' })}`}
    />
  )
}
