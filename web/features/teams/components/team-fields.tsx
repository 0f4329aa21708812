import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

interface TeamFieldsProps {
  name?: string | undefined
  slogan?: string | undefined
  /** Teams of one person are allowed; they may use their own name. */
  alone?: boolean
}

/** Name and slogan of a team. */
export const TeamFields = ({ name, slogan, alone = false }: TeamFieldsProps) => (
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
  </>
)
