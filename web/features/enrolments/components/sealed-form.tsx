import type { MessageId } from '@lectern/messages/message-id.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sealedFormPath } from '../enrolment-address.ts'
import { isAmending, workingCopy } from '../working-copy.ts'
import { AnswerList } from './answer-list.tsx'
import styles from './sealed-form.module.css'

/** Beside the question for the scan: print the form after filling it in, have it sealed, scan and upload it. */
export const SealedFormLink = ({ enrolment: { id, activity } }: { enrolment: Enrolment }) => (
  <Notice>
    <p>
      <FormattedMessage id="enrolment.sealed.steps" />
    </p>
    <p>
      <Link to={sealedFormPath(activity.id, id)} target="_blank">
        <FormattedMessage id="enrolment.sealed.print" />
      </Link>
    </p>
  </Notice>
)

const columns = ['name', 'role', 'school', 'department', 'title'] as const

const People = ({ people }: { people: Enrolment['team']['people'] }) => (
  <div className={styles.scroll}>
    <table className={styles.people}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              <FormattedMessage id={name === 'title' ? 'enrolment.sealed.title.column' : `enrolment.sealed.${name}`} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.uid}>
            <th scope="row">{person.name}</th>
            <td>
              <FormattedMessage id={`enrolment.role.${person.role}`} />
            </td>
            <td>{person.school}</td>
            <td>{person.department}</td>
            <td>{person.title}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** A line to fill in by hand. */
const Line = ({ id }: { id: MessageId }) => (
  <p className={styles.line}>
    <FormattedMessage id={id} />
    <span aria-hidden="true" />
  </p>
)

/** The printable form for the school: team, answers, declaration, and room for seal and signatures. */
export const SealedForm = ({ enrolment }: { enrolment: Enrolment }) => {
  const { activity, team, number, fields } = enrolment
  const { answers, files } = isAmending(enrolment) ? workingCopy(enrolment) : enrolment
  const openFields = fields.filter(({ sealed }) => !sealed)
  return (
    <article className={styles.sheet}>
      <h1>
        <FormattedMessage id="enrolment.sealed.title" />
      </h1>
      <dl className={`stack gap-4 ${styles.facts}`}>
        <div>
          <dt>
            <FormattedMessage id="enrolment.activity" />
          </dt>
          <dd lang={activity.locale}>{withNote(activity.locale, activity.name, activity.code)}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="enrolment.teamName" />
          </dt>
          <dd>{team.name}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="enrolment.number" />
          </dt>
          <dd>{number ?? <FormattedMessage id="enrolment.sealed.noNumber" />}</dd>
        </div>
      </dl>
      <h2>
        <FormattedMessage id="enrolment.team" />
      </h2>
      <People people={team.people} />
      <h2>
        <FormattedMessage id="enrolment.answers" />
      </h2>
      <AnswerList fields={openFields} answers={answers} files={files} />
      <section className={styles.declaration}>
        <h2>
          <FormattedMessage id="enrolment.sealed.declaration" />
        </h2>
        <p>
          <FormattedMessage id="enrolment.sealed.declaration.text" />
        </p>
        <Line id="enrolment.sealed.signature" />
        <Line id="enrolment.sealed.date" />
      </section>
      <section className={styles.seal}>
        <h2>
          <FormattedMessage id="enrolment.sealed.opinion" />
        </h2>
        <p className={styles.place}>
          <FormattedMessage id="enrolment.sealed.seal" />
        </p>
        <Line id="enrolment.sealed.responsible" />
        <Line id="enrolment.sealed.date" />
      </section>
    </article>
  )
}
