import type { testMailServer } from '@lectern/contract/settings/mail-server.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert } from 'antd'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { useIntl } from '../../../ui/intl.tsx'

export type TestResult = AnswerOf<typeof testMailServer>

/** Advice for each error. */
const advice: Record<string, IdAfter<'office.settings.mail.advice.'>> = {
  unreachable: 'unreachable',
  timeout: 'connection',
  interrupted: 'connection',
  encryption: 'encryption',
  signIn: 'signIn',
  sender: 'sender',
  recipient: 'recipient',
}

export const MailTestResult = ({ result }: { result: TestResult | undefined }) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.settings.mail.'>, values?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.settings.mail.${key}` }, values)
  const failure = result?.failure
  return (
    <div role="status" style={{ marginTop: result ? 16 : 0, overflowWrap: 'anywhere' }}>
      {result && !failure && <Alert type="success" showIcon title={t('tested', { to: result.to })} />}
      {failure && (
        <Alert
          type="error"
          showIcon
          title={t('testFailed')}
          description={
            <>
              <p style={{ margin: 0 }}>{failure.message}</p>
              <p style={{ margin: '8px 0 0' }}>{t(`advice.${advice[failure.name] ?? 'other'}`)}</p>
            </>
          }
        />
      )}
    </div>
  )
}
