import type { Client } from '../../../request/client.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { InstitutionField } from '../../institutions/components/institution-field.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

interface TeamFieldsProps {
  client: Client
  name?: string | undefined
  slogan?: string | undefined
  institution?: { id: string; name: string } | null | undefined
  /** Teams of one person are allowed; they may use their own name. */
  alone?: boolean
}

/** Name, slogan and institution of a team. */
export const TeamFields = ({ client, name, slogan, institution, alone = false }: TeamFieldsProps) => (
  <>
    <Field
      name="name"
      label={<FormattedMessage id="team.name" />}
      hint={<FormattedMessage id={alone ? 'team.nameHintAlone' : 'team.nameHint'} />}
      autoComplete="off"
      required
      maxLength={60}
      defaultValue={name}
    />
    <TextArea
      name="slogan"
      label={<FormattedMessage id="team.slogan" />}
      autoComplete="off"
      rows={2}
      limit={200}
      defaultValue={slogan}
    />
    <InstitutionField
      client={client}
      name="institution"
      label={<FormattedMessage id="form.institution.team" />}
      hint={<FormattedMessage id="form.institution.teamHint" />}
      defaultText={institution?.name ?? ''}
      defaultId={institution?.id ?? ''}
      onlyListed
    />
  </>
)
