import { useState } from 'react'
import { remindMembers, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface Outcome {
  reminded: readonly string[]
  recently: readonly string[]
}

/** Lets the captain remind members whose profile is incomplete. */
export const RemindMembers = ({ team, ownId, client }: { team: Team; ownId: string | undefined; client: Client }) => {
  const intl = useIntl()
  const [outcome, setOutcome] = useState<Outcome>()
  const form = useForm({
    submit: async () => setOutcome(await client(remindMembers, { params: { id: team.id } }, { inPlaceSignIn: true })),
    problemsOf,
  })
  const missing = team.members.filter(({ uid, isComplete }) => uid !== ownId && !isComplete)
  if (team.may.remind !== null || missing.length === 0) return null
  return (
    <Form form={form}>
      <p>
        <FormattedMessage id="team.remind.about" values={{ names: intl.formatList(missing.map(({ name }) => name)) }} />
      </p>
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="team.remind" />
        </SubmitButton>
      </FormActions>
      <div role="status">
        {outcome && outcome.reminded.length > 0 && (
          <p>
            <FormattedMessage id="team.remind.done" values={{ names: intl.formatList(outcome.reminded) }} />
          </p>
        )}
        {outcome && outcome.recently.length > 0 && (
          <p>
            <FormattedMessage id="team.remind.recently" values={{ names: intl.formatList(outcome.recently) }} />
          </p>
        )}
      </div>
    </Form>
  )
}
