import { MissingScreen } from '../app/failure-screen.tsx'
import { useIntl } from '../ui/intl.tsx'

export default function NotFound() {
  const intl = useIntl()
  return <MissingScreen message={intl.formatMessage({ id: 'failure.notFoundHelp' })} />
}
