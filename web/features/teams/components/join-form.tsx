import { readTeamToJoin } from '@lectern/contract/teams/teams.ts'
import { useEffect, useEffectEvent } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { problemsOf } from '../../../request/request-error.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface JoinFormProps {
  client: Client
  /** The code in the address. */
  code: string
  /** Why the code is invalid. */
  problem: string | undefined
  /** Called when the code belongs to a team. */
  onFound: (code: string) => unknown
}

/** A form for an invite code. */
export const JoinForm = ({ client, code, problem, onFound }: JoinFormProps) => {
  const intl = useIntl()
  const form = useForm<'code'>({
    submit: async ({ code: typed }) => {
      await client(readTeamToJoin, { params: { code: typed.trim() } }, { inPlaceSignIn: true })
      await onFound(typed.trim())
    },
    problemsOf,
  })
  const showProblem = useEffectEvent((message: string) => form.show([{ path: 'code', message }]))
  useEffect(() => {
    if (problem) showProblem(problem)
  }, [problem])
  return (
    <Form form={form}>
      <Field
        name="code"
        label={<FormattedMessage id="team.code" />}
        hint={<FormattedMessage id="team.codeHint" />}
        missing={intl.formatMessage({ id: 'team.codeMissing' })}
        autoComplete="off"
        required
        defaultValue={code}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="team.findTeam" />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
