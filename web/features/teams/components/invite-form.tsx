import { useState } from 'react'
import { invitedRoles, type InvitedRole } from '@lectern/contract/teams/team-values.ts'
import { invite, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './invite.module.css'
import { Refusal } from './team-facts.tsx'

interface InviteFormProps {
  team: Team
  client: Client
  onInvited: () => unknown
}

/** Why nobody else can be invited in a role; null: it is possible. */
export const refusalOf = ({ may }: Pick<Team, 'may'>, role: InvitedRole): string | null =>
  role === 'member' ? may.inviteMember : may.inviteAdvisor

/** The captain invites a user by name; they are notified. */
export const InviteForm = ({ team, client, onInvited }: InviteFormProps) => {
  const intl = useIntl()
  // A new idempotency key for each invitation, even to the same user.
  const [keyOf, setKeyOf] = useState(createKeys)
  const [invited, setInvited] = useState<string>()
  const roles = invitedRoles.filter((role) => refusalOf(team, role) === null)
  // Shows the same refusal only once.
  const refusals = [...new Set(invitedRoles.map((role) => refusalOf(team, role)))].filter((why) => why !== null)
  const form = useForm<'to' | 'role'>({
    submit: async ({ to, role }) => {
      setInvited(undefined)
      const body = { to, role: (role || roles[0]) as InvitedRole }
      const headers = { 'Idempotency-Key': keyOf(body) }
      await client(invite, { params: { id: team.id }, body }, { inPlaceSignIn: true, headers })
      setKeyOf(() => createKeys())
      form.reset()
      setInvited(to)
      await onInvited()
    },
    problemsOf,
  })
  return (
    <>
      {refusals.map((why) => (
        <Refusal key={why} why={why} />
      ))}
      {roles.length > 0 && (
        <Form form={form}>
          <Field
            name="to"
            label={<FormattedMessage id="team.inviteTo" />}
            hint={<FormattedMessage id="team.inviteToHint" />}
            missing={intl.formatMessage({ id: 'team.inviteToMissing' })}
            autoComplete="off"
            inputMode="email"
            required
            maxLength={254}
          />
          {roles.length > 1 && (
            <RadioGroup
              name="role"
              legend={<FormattedMessage id="team.joinedAs" />}
              defaultValue="member"
              options={roles.map((role) => ({ value: role, label: <FormattedMessage id={`team.role.${role}`} /> }))}
            />
          )}
          <FormActions>
            <SubmitButton>
              <FormattedMessage id={roles.length > 1 ? 'team.inviteSend' : `team.inviteSend.${roles[0]!}`} />
            </SubmitButton>
          </FormActions>
        </Form>
      )}
      <p className={`strong break-anywhere ${styles.status}`} role="status">
        {invited !== undefined && <FormattedMessage id="team.invitationSent" values={{ person: invited }} />}
      </p>
    </>
  )
}
