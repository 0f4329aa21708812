import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { Link } from '../../../router/link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './profile-card.module.css'

/** Province and city by name; free text outside of China. */
const placeOf = ({ province, city }: CurrentUser, locale: Locale): string =>
  [...new Set([province, city])].flatMap((place) => (place ? [regionName(place, locale) ?? place] : [])).join(' · ')

/** A summary of the profile, with a link to edit it. */
export const ProfileCard = ({ user, name }: { user: CurrentUser; name: string }) => {
  const { locale } = useIntl()
  const work = [user.school, user.department, user.title].filter(Boolean).join(' · ')
  const place = placeOf(user, locale)
  return (
    <section className={`card ${styles.card}`} aria-label={name}>
      <Avatar src={user.avatar} name={name} size="large" />
      <div className={styles.text}>
        <h1>{name}</h1>
        <p className="faint small">@{user.username}</p>
        {work && <p>{work}</p>}
        {place && <p>{place}</p>}
        {user.profile && <p className={`muted pre-line ${styles.profile}`}>{user.profile}</p>}
      </div>
      <div className={`row gap-8 ${styles.actions}`}>
        <Link className="button quiet" to="/account/center/edit">
          <FormattedMessage id="center.edit" />
        </Link>
        {!user.isComplete && (
          <Link className="button" to="/account/Evpi?redirect=/account/center">
            <FormattedMessage id="center.complete" />
          </Link>
        )}
      </div>
    </section>
  )
}
