import { useIntl } from '../../../ui/intl.tsx'

/** The rule that a field must be filled in. */
export const useRequiredRule = () => {
  const intl = useIntl()
  return (label: string) => ({
    required: true,
    whitespace: true,
    message: intl.formatMessage({ id: 'form.required' }, { label }),
  })
}
