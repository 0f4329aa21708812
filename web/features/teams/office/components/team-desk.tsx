import { Button, Descriptions, Space, Spin, Table, Typography } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ExtendedKind } from '@lectern/contract/competition/competition-values.ts'
import { readEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { listExtensions, type Extension } from '@lectern/contract/competition/extensions.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import { readTeam, type Team, type TeamMember } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { catchFocus } from '../../../admin-ui/catch-focus.ts'
import { useTeamWords } from '../team-words.ts'
import { BehalfActions } from '../../../enrolments/office/components/behalf-actions.tsx'
import { CaptainDialog } from './captain-dialog.tsx'
import { ExtensionForm } from '../../../enrolments/office/components/extension-form.tsx'
import { ExtensionTable } from '../../../enrolments/office/components/extension-table.tsx'
import { TeamEnrolmentState } from './team-enrolment-state.tsx'

interface TeamDeskProps {
  client: Client
  teamId: TeamId
  /** What an extension is usually for where the desk is opened. */
  usualKind?: ExtendedKind
  /** Called when the team is loaded. */
  onFound?: (team: Team) => void
  /** Called after a change. */
  onChanged?: () => void
}

interface Found {
  team: Team
  extensions: Extension[]
  /** Why the reader, who takes part, does nothing here; null: they may. */
  whyNot: string | null
  enrolment: Enrolment | undefined
}

const find = async (client: Client, teamId: TeamId): Promise<Found> => {
  const [team, { list, whyNot }] = await Promise.all([
    client(readTeam, { params: { id: teamId } }),
    client(listExtensions, { query: { team: teamId, pageSize: '100' } }),
  ])
  const enrolment = team.enrolment ? await client(readEnrolment, { params: { id: team.enrolment.id } }) : undefined
  return { team, extensions: list, whyNot, enrolment }
}

interface PartProps {
  title: string
  /** Gets the focus when the pressed button is gone. */
  place?: RefObject<HTMLElement | null>
  children: ReactNode
}

const Part = ({ title, place, children }: PartProps) => (
  <section {...(place && { ref: place, tabIndex: -1 })}>
    <h2 style={{ margin: '0 0 8px', fontSize: 'var(--size-m)' }}>{title}</h2>
    {children}
  </section>
)

interface PeopleProps {
  members: readonly TeamMember[]
  onChoose: (member: TeamMember) => void
}

/** The people of the team, with a button to make somebody captain. */
const People = ({ members, onChoose }: PeopleProps) => {
  const { t } = useTeamWords()
  return (
    <Table<TeamMember>
      rowKey="uid"
      size="small"
      pagination={false}
      dataSource={[...members]}
      columns={[
        { title: t('person'), render: (_, { name }) => name },
        { title: t('role'), render: (_, { role }) => t(`role.${role}`) },
        { title: t('school'), render: (_, { school }) => school },
        {
          title: t('actions'),
          render: (_, member) =>
            member.mayBecomeCaptain === null && (
              <Button size="small" onClick={() => onChoose(member)}>
                {t('makeCaptain')}
              </Button>
            ),
        },
      ]}
    />
  )
}

/** Actions of organisers for a team: extension, another captain, enrolling on its behalf. */
export const TeamDesk = ({ client, teamId, usualKind = 'enrolment', onFound, onChanged }: TeamDeskProps) => {
  const { t } = useTeamWords()
  const [page, setPage] = useState<Found>()
  const [chosen, setChosen] = useState<TeamMember>()
  const people = useRef<HTMLElement>(null)
  const load = async (): Promise<void> => {
    try {
      const latest = await find(client, teamId)
      setPage(latest)
      onFound?.(latest.team)
    } catch {
      // The request has shown the reason.
    }
  }
  const begin = useEffectEvent(load)
  useEffect(() => void begin(), [])
  const changed = (): Promise<void> => {
    onChanged?.()
    return load()
  }
  if (!page) return <Spin />
  const { team, extensions, whyNot, enrolment } = page
  const { activity, institution } = team
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'activity', label: t('activity'), children: <span lang={activity.locale}>{activity.name}</span> },
          {
            key: 'institution',
            label: t('institution'),
            children: institution ? (
              <Link to={`/Admin/Institution?id=${institution.id}`}>{institution.name}</Link>
            ) : (
              t('noInstitution')
            ),
          },
          {
            key: 'closesAt',
            label: t('closesAt'),
            children: activity.closesAt ? (
              <Moment value={activity.closesAt} withZone timeZone={activity.timeZone} />
            ) : (
              t('unscheduled')
            ),
          },
          {
            key: 'state',
            label: t('enrolment'),
            children: <TeamEnrolmentState enrolment={team.enrolment} />,
          },
        ]}
      />
      <ForOthers why={whyNot}>
        <Space orientation="vertical" size="large" style={{ width: '100%' }}>
          <Part title={t('people')} place={people}>
            <People members={team.members} onChoose={setChosen} />
          </Part>
          <Part title={t('behalf')}>
            <Typography.Paragraph type="secondary">{t('behalfHelp')}</Typography.Paragraph>
            <BehalfActions client={client} team={team} enrolment={enrolment} onChanged={changed} />
          </Part>
          <Part title={t('extensions')}>
            {extensions.length > 0 && (
              <div style={{ marginBottom: 16 }}>
                <ExtensionTable client={client} extensions={extensions} ofTeam onChanged={changed} />
              </div>
            )}
            <ExtensionForm
              client={client}
              teamId={team.id}
              timeZone={activity.timeZone}
              usualKind={usualKind}
              onGranted={() => void changed()}
            />
          </Part>
        </Space>
      </ForOthers>
      {chosen && (
        <CaptainDialog
          key={chosen.uid}
          client={client}
          team={team}
          member={chosen}
          onChanged={changed}
          onClose={() => {
            setChosen(undefined)
            catchFocus(people.current)
          }}
        />
      )}
    </Space>
  )
}
