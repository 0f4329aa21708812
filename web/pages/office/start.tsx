import { Alert, Card, Space } from 'antd'
import { menuOf } from '../../app/access.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { dashboardOf } from '../../features/dashboard/api.ts'
import { Overview } from '../../features/dashboard/components/overview.tsx'
import { MissingChannels } from '../../features/office/components/missing-channels.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { routes } from '../../routes.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './start.module.css'

/** What an organiser must know before anything else. */
const Warnings = () => {
  const intl = useIntl()
  const { demo, channels: present } = useSite()
  return (
    <>
      {demo && <Alert type="info" showIcon title={intl.formatMessage({ id: 'office.start.demo' })} />}
      {!demo && present.length === 0 && (
        <Alert type="error" showIcon title={intl.formatMessage({ id: 'office.start.noChannel' })} />
      )}
      {!demo && <MissingChannels present={present} />}
    </>
  )
}

export const loader = ({ client }: LoaderInput) => client(dashboardOf, undefined, { skipErrorHandler: true })

export default function Start() {
  const intl = useIntl()
  const { access } = useSession()
  const { edition, ...numbers } = useData<typeof loader>()
  const sections = menuOf(routes, access).find(({ path }) => path === '/Admin')?.children ?? []
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.admin' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Warnings />
        {edition ? (
          <Overview dashboard={{ edition, ...numbers }} />
        ) : (
          <p>
            <FormattedMessage id="office.dashboard.noEdition" />
          </p>
        )}
        <h2 className={styles.heading}>
          <FormattedMessage id="office.dashboard.sections" />
        </h2>
        <ul className={styles.sections}>
          {sections.map(({ path, label }) => (
            <li key={path}>
              <Card size="small" hoverable>
                <Link to={path} className={styles.section}>
                  <strong>
                    <FormattedMessage id={label} />
                  </strong>
                  <span>
                    <FormattedMessage id={`office.start.${label}`} />
                  </span>
                </Link>
              </Card>
            </li>
          ))}
        </ul>
      </Space>
    </OfficeFrame>
  )
}
