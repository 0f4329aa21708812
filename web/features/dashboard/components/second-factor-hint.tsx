import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

const laterMilliseconds = 14 * 86_400_000

const keyOf = (uid: string): string => `lectern.secondFactorLater.${uid}`

const isPutOff = (uid: string): boolean => {
  try {
    return Date.now() < Number(localStorage.getItem(keyOf(uid)) ?? 0)
  } catch {
    return false
  }
}

/** Asks an organiser to set up a second factor; can be dismissed for two weeks in this browser. */
export const SecondFactorHint = ({ uid }: { uid: string }) => {
  const intl = useIntl()
  const [hidden, setHidden] = useState(() => isPutOff(uid))
  if (hidden) return null
  const putOff = (): void => {
    setHidden(true)
    try {
      localStorage.setItem(keyOf(uid), String(Date.now() + laterMilliseconds))
    } catch {
      // Storage may be blocked; then it is shown again on the next visit.
    }
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={intl.formatMessage({ id: 'office.secondFactor.title' })}
      description={
        <Flex wrap gap="middle" align="center">
          <FormattedMessage id="office.secondFactor.why" />
          <Link to="/account/settings?tab=security">
            <FormattedMessage id="office.secondFactor.go" />
          </Link>
          <Button size="small" onClick={putOff}>
            <FormattedMessage id="office.secondFactor.later" />
          </Button>
        </Flex>
      }
    />
  )
}
