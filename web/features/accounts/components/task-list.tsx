import type { Task } from '@lectern/contract/welcome/welcome.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { useIntl, hasMessage, FormattedMessage } from '../../../ui/intl.tsx'
import styles from './task-list.module.css'

/** The server sends the name of the task. */
const TaskText = ({ id, values }: { id: string; values: Record<string, string> }) =>
  hasMessage(useIntl(), id) ? <FormattedMessage id={id} values={values} /> : id

/** The user's tasks in order; one of them is next. */
export const TaskList = ({ tasks }: { tasks: readonly Task[] }) => (
  <ol className="stack gap-12">
    {tasks.map(({ id, name, values, state, link, until, timeZone }) => (
      <li key={id} className={`card ${styles.task}`} data-state={state}>
        <div className={styles.text}>
          <h2>
            {state === 'done' && !values['team'] ? (
              <TaskText id={`task.${name}`} values={values} />
            ) : (
              <Link to={link}>
                <TaskText id={`task.${name}`} values={values} />
              </Link>
            )}
          </h2>
          {state !== 'done' && (
            <p>
              <TaskText id={`task.${name}.help`} values={values} />
            </p>
          )}
          {until && (
            <p className={styles.until}>
              <FormattedMessage
                id={name === 'enrol' ? 'welcome.firstUntil' : 'welcome.until'}
                values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone ?? undefined} /> }}
              />
            </p>
          )}
        </div>
        <span className={styles.state}>
          <FormattedMessage id={`welcome.state.${state}`} />
        </span>
        {state === 'next' && (
          <Link className="button" to={link}>
            <FormattedMessage id="welcome.go" />
          </Link>
        )}
      </li>
    ))}
  </ol>
)
