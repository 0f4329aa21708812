import type { ShownExpert } from '@lectern/contract/experts/experts.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { Portrait } from './portrait.tsx'
import styles from './expert-card.module.css'

/** An expert; the biography opens without JavaScript. */
export const ExpertCard = ({ expert }: { expert: ShownExpert }) => {
  const { name, title, school, bio, locale, fields, photo } = expert
  const post = [title, school].filter(Boolean)
  return (
    <article className={`card ${styles.card}`}>
      <Portrait photo={photo} name={name} />
      <div className={styles.text}>
        <h2 className={styles.name} lang={locale}>
          {name}
        </h2>
        <LanguageMark locale={locale} />
        {post.map((line) => (
          <p key={line} className={styles.post} lang={locale}>
            {line}
          </p>
        ))}
        {fields.length > 0 && (
          <ul className={`row gap-6 ${styles.fields}`}>
            {fields.map((field) => (
              <li key={field}>
                <FormattedMessage id={`expert.field.${field}`} />
              </li>
            ))}
          </ul>
        )}
        {bio && (
          <details className={styles.bio}>
            <summary>
              <FormattedMessage id="expert.bio" />
              <span className="visually-hidden" lang={locale}>
                {name}
              </span>
            </summary>
            <p lang={locale}>{bio}</p>
          </details>
        )}
      </div>
    </article>
  )
}
