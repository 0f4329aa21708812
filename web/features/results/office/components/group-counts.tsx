import type { GroupCount } from '@lectern/contract/results/results.ts'
import { groupOf, sharesOf } from '../borders.ts'
import { useResultWords } from '../result-words.ts'
import styles from './group-counts.module.css'

interface GroupCountsProps {
  groups: readonly GroupCount[]
  /** What the counts are compared with; absent: nothing. */
  before?: readonly GroupCount[] | undefined
}

/** A number, and how it differs from before. */
const Compared = ({ value, before }: { value: number; before: number | undefined }) => {
  const { intl } = useResultWords()
  const change = before === undefined ? 0 : value - before
  return (
    <>
      {intl.formatNumber(value)}
      {change !== 0 && (
        <span className={styles.change}>{` (${intl.formatNumber(change, { signDisplay: 'always' })})`}</span>
      )}
    </>
  )
}

const Group = ({ count, before }: { count: GroupCount; before: GroupCount | undefined }) => {
  const { t, intl, points } = useResultWords()
  const { group, accepted, ranked, excluded, tiers } = count
  const title = group?.label ?? t('allWorks')
  const awarded = tiers.reduce((sum, tier) => sum + tier.awarded, 0)
  return (
    <section className={styles.group} aria-label={title}>
      {group && <h3>{title}</h3>}
      <p className={styles.summary}>
        {t('group.summary', { accepted, ranked, awarded })}
        {excluded > 0 && ` ${t('group.excluded', { count: excluded })}`}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {sharesOf(count).map(({ id, share }) => (
          <span key={id} style={{ inlineSize: `${share}%` }} />
        ))}
      </div>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('prize')}</th>
              <th scope="col">{t('places')}</th>
              <th scope="col">{t('awarded')}</th>
              <th scope="col">{t('vacant')}</th>
              <th scope="col">{t('lowest')}</th>
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => {
              const was = before?.tiers.find(({ id }) => id === tier.id)
              return (
                <tr key={tier.id}>
                  <th scope="row">{tier.label}</th>
                  <td>
                    <Compared value={tier.places} before={was?.places} />
                  </td>
                  <td>
                    <Compared value={tier.awarded} before={was?.awarded} />
                  </td>
                  <td>{tier.vacant > 0 ? intl.formatNumber(tier.vacant) : '–'}</td>
                  <td>{points(tier.lowest)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The prizes of each group: places, how many are given, and the lowest score that got one. */
export const GroupCounts = ({ groups, before }: GroupCountsProps) => (
  <div className={styles.groups}>
    {groups.map((count) => (
      <Group key={count.group?.id ?? ''} count={count} before={before && groupOf(before, count.group)} />
    ))}
  </div>
)
