import { useState, type ReactNode, type RefObject } from 'react'
import { removeMember, handOver, type Team, type TeamMember } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { hasUnsavedChanges } from '../../../router/leave-guard.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCaughtFocus } from '../../accounts/use-caught-focus.ts'

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
  const [dialog, setDialog] = useState<{ what: What; member: TeamMember; isUnsaved: boolean }>()
  const [reason, setReason] = useState('')
  useCaughtFocus(dialog !== undefined, place)
  const isOrganiser = team.role === null
  // An organiser only replaces a captain; everything else is up to the team.
  const actionsFor = (member: TeamMember): What[] =>
    offered(member).filter((what) => !isOrganiser || what === 'handOver')
  const refusals = team.members.flatMap((member) => actionsFor(member).flatMap((what) => refusalOf(member, what) ?? []))

  const confirm = async (): Promise<void> => {
    const { what, member } = dialog!
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
      actionsFor(member)
        .filter((what) => refusalOf(member, what) === null)
        .map((what) => (
          <button
            key={what}
            type="button"
            className="button quiet"
            aria-label={intl.formatMessage({ id: `team.${what}Named` }, { person: member.name })}
            onClick={() => setDialog({ what, member, isUnsaved: hasUnsavedChanges() })}
          >
            <FormattedMessage id={`team.${what}`} />
          </button>
        )),
    question: (
      <ConfirmDialog
        open={dialog !== undefined}
        title={dialog && intl.formatMessage({ id: `team.${dialog.what}Title` }, { team: team.name })}
        object={dialog?.member.name ?? ''}
        action={dialog && <FormattedMessage id={`team.${dialog.what}`} />}
        danger={dialog?.what === 'remove'}
        onConfirm={confirm}
        onClose={() => setDialog(undefined)}
        problemsOf={problemsOf}
      >
        {dialog && (
          <p>
            <FormattedMessage id={`team.${dialog.what}About`} values={{ isOrganiser: String(isOrganiser) }} />
          </p>
        )}
        {/* A former captain cannot save any more, so unsaved changes are lost. */}
        {dialog?.what === 'handOver' && dialog.isUnsaved && (
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
