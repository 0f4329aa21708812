import { useState, type ReactNode, type RefObject } from 'react'
import type { Team, TeamMember } from '@lectern/contract/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { hasUnsavedChanges } from '../../../router/leave-guard.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCaughtFocus } from '../../accounts/use-caught-focus.ts'
import { removeMember, handOver } from '../api.ts'

type What = 'handOver' | 'remove'

interface MemberActionsOptions {
  team: Team
  client: Client
  /** Gets the focus when the pressed button is gone. */
  place: RefObject<HTMLElement | null>
  onDone: (what: What) => unknown
}

interface MemberActions {
  /** The buttons for one person. */
  actionsOf: (member: TeamMember) => ReactNode
  /** The confirmation dialog; must be outside of any form. */
  question: ReactNode
  /** Why an action is not possible, without duplicates. */
  refusals: readonly string[]
}

const refusalOf = ({ mayBeRemoved, mayBecomeCaptain }: TeamMember, what: What): string | null =>
  what === 'remove' ? mayBeRemoved : mayBecomeCaptain

/** The actions for one person; captains must hand over before they leave. */
const offered = ({ role }: TeamMember): What[] => {
  if (role === 'captain') return []
  return role === 'member' ? ['handOver', 'remove'] : ['remove']
}

/** Hands over the captain's role, and removes people. */
export const useMemberActions = ({ team, client, place, onDone }: MemberActionsOptions): MemberActions => {
  const intl = useIntl()
  const [asked, setAsked] = useState<{ what: What; member: TeamMember; isUnsaved: boolean }>()
  const [reason, setReason] = useState('')
  useCaughtFocus(asked !== undefined, place)
  const isOrganiser = team.role === null
  // An organiser only replaces a captain; everything else is up to the team.
  const shown = (member: TeamMember): What[] => offered(member).filter((what) => !isOrganiser || what === 'handOver')
  const refusals = team.members.flatMap((member) => shown(member).flatMap((what) => refusalOf(member, what) ?? []))

  const confirm = async (): Promise<void> => {
    const { what, member } = asked!
    const { id } = team
    if (what === 'remove') await client(removeMember, { params: { id, uid: member.uid } }, { inPlaceSignIn: true })
    else {
      const body = { uid: member.uid, ...(reason.trim() && { reason: reason.trim() }) }
      await client(handOver, { params: { id }, body }, { inPlaceSignIn: true })
    }
    await onDone(what)
  }

  return {
    refusals: [...new Set(refusals)],
    actionsOf: (member) =>
      shown(member)
        .filter((what) => refusalOf(member, what) === null)
        .map((what) => (
          <button
            key={what}
            type="button"
            className="button quiet"
            aria-label={intl.formatMessage({ id: `team.${what}Named` }, { person: member.name })}
            onClick={() => setAsked({ what, member, isUnsaved: hasUnsavedChanges() })}
          >
            <FormattedMessage id={`team.${what}`} />
          </button>
        )),
    question: (
      <ConfirmDialog
        open={asked !== undefined}
        title={asked && intl.formatMessage({ id: `team.${asked.what}Title` }, { team: team.name })}
        object={asked?.member.name ?? ''}
        action={asked && <FormattedMessage id={`team.${asked.what}`} />}
        danger={asked?.what === 'remove'}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
        problemsOf={problemsOf}
      >
        {asked && (
          <p>
            <FormattedMessage id={`team.${asked.what}About`} values={{ isOrganiser: String(isOrganiser) }} />
          </p>
        )}
        {/* A former captain cannot save any more, so unsaved changes are lost. */}
        {asked?.what === 'handOver' && asked.isUnsaved && (
          <Notice>
            <FormattedMessage id="team.handOverUnsaved" />
          </Notice>
        )}
        {isOrganiser && (
          <Field
            name="reason"
            label={<FormattedMessage id="team.handOverReason" />}
            autoComplete="off"
            required
            maxLength={500}
            onValue={setReason}
          />
        )}
      </ConfirmDialog>
    ),
  }
}
