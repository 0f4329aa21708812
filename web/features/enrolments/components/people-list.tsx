import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './people-list.module.css'

type Person = Omit<Enrolment['team']['people'][number], 'uid' | 'isComplete'> & { isComplete?: boolean }

/** The people of the team with their profiles. */
export const PeopleList = ({ people }: { people: readonly Person[] }) => (
  <ul className={`stack gap-8 ${styles.people}`}>
    {people.map((person) => (
      <li key={`${person.role} ${person.name} ${person.school} ${person.department}`}>
        <p className="strong">
          <bdi>{person.name}</bdi>{' '}
          <span className={styles.role}>
            <FormattedMessage id={`enrolment.role.${person.role}`} />
          </span>
        </p>
        <p className="muted small">{[person.school, person.department, person.title].filter(Boolean).join(' · ')}</p>
        {person.isComplete === false && (
          <p className={`small strong ${styles.missing}`}>
            <FormattedMessage id="enrolment.incomplete" />
          </p>
        )}
      </li>
    ))}
  </ul>
)
