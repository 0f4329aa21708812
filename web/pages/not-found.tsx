import { useIntl } from 'react-intl'
import { FailureScreen } from '../app/failure-screen.tsx'

export default function NotFound() {
  const intl = useIntl()
  return <FailureScreen status={404} message={intl.formatMessage({ id: 'failure.notFoundHelp' })} />
}
