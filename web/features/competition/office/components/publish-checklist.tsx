import type { Locale } from '@lectern/contract/locales.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import type { PublishCheck } from '../publish-check.ts'

/** What is complete and what is missing before an activity is published. */
export const PublishChecklist = ({ checks }: { checks: readonly PublishCheck[] }) => {
  const intl = useIntl()
  const languageOf = languageNames(intl.locale)
  const namesOf = ({ what, missing }: PublishCheck): string =>
    intl.formatList(
      missing.map((name) =>
        what === 'languages'
          ? languageOf(name as Locale)
          : intl.formatMessage({ id: `office.activities.${name as 'name' | 'summary' | 'body'}` }),
      ),
    )
  return (
    <ul style={{ display: 'grid', gap: 8, padding: 0, listStyle: 'none' }}>
      {checks.map((check) => (
        <li key={check.what} style={{ display: 'flex', gap: 8, alignItems: 'baseline' }}>
          <StateTag tone={check.isGood ? 'good' : 'waiting'}>
            <FormattedMessage id={`office.activities.check.${check.isGood ? 'good' : 'lacking'}`} />
          </StateTag>
          <span>
            <FormattedMessage
              id={`office.activities.check.${check.what}`}
              values={{ count: check.count, good: check.isGood ? 'yes' : 'no', missing: namesOf(check) }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
