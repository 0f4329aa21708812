import { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import { readFirstSteps, readOfficeCounts, type OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { readDashboard, type Dashboard } from '@lectern/contract/dashboard/dashboard.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { Alert, Flex, Space } from 'antd'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { isCovered } from '../../app/access.ts'
import { useClient } from '../../app/client-context.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { ContestLines } from '../../features/dashboard/components/contest-lines.tsx'
import { DiskSpace } from '../../features/dashboard/components/disk-space.tsx'
import { FirstSteps } from '../../features/dashboard/components/first-steps.tsx'
import { SecondFactorHint } from '../../features/dashboard/components/second-factor-hint.tsx'
import { Overview } from '../../features/dashboard/components/overview.tsx'
import { ifCovered } from '../../app/office/if-covered.ts'
import { OwnDuties } from '../../app/office/own-duties.tsx'
import { Today } from '../../features/dashboard/components/today.tsx'
import { ForeignPasskeys } from '../../features/settings/components/foreign-passkeys.tsx'
import { MissingChannels } from '../../features/admin-ui/components/missing-channels.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

interface WarningsProps {
  /** The first steps already ask for the second factor. */
  asksSecondFactor: boolean
}

/** Urgent warnings for organisers. */
const Warnings = ({ asksSecondFactor }: WarningsProps) => {
  const intl = useIntl()
  const client = useClient()
  const { demo, channels: present } = useSite()
  const { user, access } = useSession()
  return (
    <Flex vertical gap="small">
      {demo && <Alert type="info" showIcon title={intl.formatMessage({ id: 'office.start.demo' })} />}
      {!demo && present.length === 0 && (
        <Alert type="error" showIcon title={intl.formatMessage({ id: 'office.start.noChannel' })} />
      )}
      {!demo && present.length > 0 && <MissingChannels present={present} />}
      {user && !user.hasSecondFactor && !asksSecondFactor && <SecondFactorHint uid={user.uid} />}
      {isCovered({ duties: ['system'] }, access) && (
        <>
          <ForeignPasskeys client={client} />
          <DiskSpace client={client} />
        </>
      )}
    </Flex>
  )
}

export const loader = async ({ client, covers }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [dashboard, first, lines, counts] = await Promise.all([
    ifCovered(covers('contest'), () => client(readDashboard, undefined, quietly)),
    ifCovered(covers('contest', 'system'), () => client(readFirstSteps, undefined, quietly)),
    ifCovered(covers('activity'), () => client(readContestLines, {}, quietly)),
    client(readOfficeCounts, {}, quietly),
  ])
  return { dashboard, first, lines, counts }
}

interface ContestProps {
  dashboard: Dashboard
  lines: AnswerOf<typeof readContestLines>
  counts: OfficeCounts
}

const Contest = ({ dashboard: { edition, ...numbers }, lines, counts }: ContestProps) =>
  edition ? (
    <Overview dashboard={{ edition, ...numbers }} lines={lines} counts={counts} />
  ) : (
    <p>
      <FormattedMessage id="office.dashboard.noEdition" />
    </p>
  )

export default function Start() {
  const intl = useIntl()
  const { user } = useSession()
  const { dashboard, first, lines, counts } = useData<typeof loader>()
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'office.menu.dashboard' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Warnings asksSecondFactor={first?.steps.some(({ step, done }) => step === 'secondFactor' && !done) ?? false} />
        {/* Auditors are told on every page. */}
        {user?.duties.includes('audit') === false && <OwnDuties />}
        {first && <FirstSteps {...first} />}
        {dashboard && lines ? (
          <Contest dashboard={dashboard} lines={lines} counts={counts} />
        ) : (
          <>
            <Today counts={counts} />
            {lines && <ContestLines {...lines} />}
          </>
        )}
      </Space>
    </OfficeFrame>
  )
}
