import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { InstitutionKind, InstitutionState } from '@lectern/contract/institutions/institution-values.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../ui/intl.tsx'
import type { Tone } from '../../admin-ui/components/state-tag.tsx'

export const institutionTones = { unverified: 'waiting', verified: 'good', closed: 'quiet' } as const satisfies Record<
  InstitutionState,
  Tone
>

export const useInstitutionWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.institutions.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.institutions.${key}` }, values)
  return {
    t,
    kind: (value: InstitutionKind): string => t(`kind.${value}`),
    state: (value: InstitutionState): string => t(`state.${value}`),
    /** A name in the reader's language. */
    named: (text: LocalizedText | null): string => (text ? localize(text, intl.locale).text : ''),
  }
}
