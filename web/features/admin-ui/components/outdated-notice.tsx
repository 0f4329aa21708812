import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useIntl } from '../../../ui/intl.tsx'

/** Conflict notice: another user saved first. Their version is loaded on request; what was typed here stays. */
export const OutdatedNotice = ({ onCatchUp }: { onCatchUp: () => unknown }) => {
  const intl = useIntl()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current!.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="warning"
        role="alert"
        showIcon
        title={intl.formatMessage({ id: 'office.outdated' })}
        description={intl.formatMessage({ id: 'office.outdated.help' })}
        action={
          <Button size="small" onClick={() => onCatchUp()}>
            {intl.formatMessage({ id: 'office.outdated.load' })}
          </Button>
        }
      />
    </div>
  )
}
