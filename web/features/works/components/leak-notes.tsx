import { groupLeaks } from '@lectern/contract/works/leak-groups.ts'
import type { ShownLeak } from '@lectern/contract/works/works.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './works.module.css'

/** What may reveal the team: one note for each name, with its places. */
export const LeakNotes = ({ leaks }: { leaks: readonly ShownLeak[] }) => {
  const intl = useIntl()
  return groupLeaks(leaks).map(({ kind, value, places }) => (
    <div key={`${kind} ${value}`} className={styles.warning}>
      <p>
        <FormattedMessage id="work.leak" values={{ kind: intl.formatMessage({ id: `leak.kind.${kind}` }), value }} />
      </p>
      <ul className={styles.leakPlaces}>
        {places.map(({ place, leaks: [first, ...others] }) => (
          <li key={place}>
            <FormattedMessage
              id={others.length > 0 ? 'work.leak.places' : 'work.leak.place'}
              values={{ place, context: first.context, count: others.length + 1 }}
            />
          </li>
        ))}
      </ul>
    </div>
  ))
}
