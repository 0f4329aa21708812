import { useIntl } from 'react-intl'
import { MissingScreen } from '../app/failure-screen.tsx'

export default function NotFound() {
  const intl = useIntl()
  return <MissingScreen message={intl.formatMessage({ id: 'failure.notFoundHelp' })} />
}
