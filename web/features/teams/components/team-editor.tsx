import { Fragment, useState, type ReactNode } from 'react'
import type { Team, TeamMember } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { inOrder, moved, type EditedPart } from '../team-edits.ts'
import { useTeamForm } from '../use-team-form.ts'
import { MemberList } from './member-list.tsx'
import { OrderButtons } from './order-buttons.tsx'
import styles from './team-editor.module.css'
import { TeamFields } from './team-fields.tsx'

interface TeamEditorProps {
  team: Team
  ownId: string | undefined
  client: Client
  /** Loads the team again. */
  reload: () => Promise<unknown>
  /** Further actions for a person. */
  children: (member: TeamMember) => ReactNode
}

const Outdated = ({ onTake }: { onTake: () => unknown }) => (
  <Notice kind="done">
    <div className={`stack gap-12 ${styles.word}`}>
      <p>
        <FormattedMessage id="team.outdated" />
      </p>
      <button type="button" className="button quiet" onClick={() => void onTake()}>
        <FormattedMessage id="settings.takeNewer" />
      </button>
    </div>
  </Notice>
)

const Merged = ({ conflicts }: { conflicts: readonly EditedPart[] }) => (
  <Notice kind="done">
    <div className={`stack gap-12 ${styles.word}`}>
      <p>
        <FormattedMessage id="settings.merged" />
      </p>
      {conflicts.length > 0 && (
        <>
          <p>
            <FormattedMessage id="settings.conflicts" />
          </p>
          <ul>
            {conflicts.map((part) => (
              <li key={part}>
                <FormattedMessage id={`team.${part}`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  </Notice>
)

/** Name, slogan and the order of the people, saved together. */
export const TeamEditor = ({ team, ownId, client, reload, children }: TeamEditorProps) => {
  const intl = useIntl()
  const { form, formState, order, setOrder, standing, isSaved, isUnsaved, touch } = useTeamForm(team, client, reload)
  const [announced, setAnnounced] = useState('')
  const people = inOrder(team.members, order)
  useLeaveGuard(isUnsaved, intl.formatMessage({ id: 'settings.leave' }))

  const move = ({ uid, name, role }: TeamMember, by: -1 | 1): void => {
    const next = moved(people, uid, by)
    if (!next) return
    setOrder(next)
    touch()
    const peers = next.filter((each) => people.some((person) => person.uid === each && person.role === role))
    const values = { person: name, position: peers.indexOf(uid) + 1, total: peers.length }
    setAnnounced(intl.formatMessage({ id: 'team.moved' }, values))
  }

  return (
    // The message about the last save disappears with the next input.
    <div onInput={touch}>
      <Form form={form} className={styles.form}>
        <Fragment key={formState.turn}>
          <TeamFields
            client={client}
            name={formState.edits.name}
            slogan={formState.edits.slogan}
            institution={{ id: formState.edits.institutionId, name: formState.edits.institution }}
          />
        </Fragment>
        <section aria-labelledby="people">
          <h2 id="people">
            <FormattedMessage id="team.order" />
          </h2>
          <p className="muted small">
            <FormattedMessage id="team.orderAbout" />
          </p>
          <MemberList members={people} ownId={ownId}>
            {(member) => (
              <div className="cluster gap-8">
                {people.filter(({ role }) => role === member.role).length > 1 && (
                  <OrderButtons
                    name={member.name}
                    canRise={moved(people, member.uid, -1) !== undefined}
                    canSink={moved(people, member.uid, 1) !== undefined}
                    onMove={(by) => move(member, by)}
                  />
                )}
                {children(member)}
              </div>
            )}
          </MemberList>
          <p className="visually-hidden" role="status">
            {announced}
          </p>
        </section>
        {standing.name === 'outdated' && <Outdated onTake={reload} />}
        {standing.name === 'merged' && <Merged conflicts={standing.conflicts} />}
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="settings.save" />
          </SubmitButton>
        </FormActions>
        <p className={styles.status} role="status">
          {isSaved && <FormattedMessage id="settings.saved" />}
        </p>
      </Form>
    </div>
  )
}
