import type { Enrolment } from '@lectern/contract/enrolments.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './people-list.module.css'

type Person = Omit<Enrolment['team']['people'][number], 'uid' | 'isComplete'> & { isComplete?: boolean }

/** The people of the team with their profiles. */
export const PeopleList = ({ people }: { people: readonly Person[] }) => (
  <ul className={styles.people}>
    {people.map((person) => (
      <li key={`${person.role} ${person.name} ${person.school} ${person.department}`}>
        <p className={styles.name}>
          <bdi>{person.name}</bdi>{' '}
          <span className={styles.role}>
            <FormattedMessage id={`enrolment.role.${person.role}`} />
          </span>
        </p>
        <p className={styles.facts}>{[person.school, person.department, person.title].filter(Boolean).join(' · ')}</p>
        {person.isComplete === false && (
          <p className={styles.missing}>
            <FormattedMessage id="enrolment.incomplete" />
          </p>
        )}
      </li>
    ))}
  </ul>
)
