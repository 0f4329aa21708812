import type { MyRecommendations } from '@lectern/contract/recommendations/recommendations.ts'
import { Choices } from '../../../ui/choices.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { mostUrgent } from '../list-step.ts'
import { institutionPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { InstitutionTabs } from './institution-tabs.tsx'
import { ListCard } from './list-card.tsx'
import { NextCard } from './next-card.tsx'

interface InstitutionHomeProps {
  mine: MyRecommendations
  /** The institution in the address. */
  chosen: string | null
}

/** What the reader's institution has to do now, and its lists. */
export const InstitutionHome = ({ mine: { institutions }, chosen }: InstitutionHomeProps) => {
  const { t } = useRecommendationText()
  const institution = institutions.find(({ id }) => id === chosen) ?? institutions[0]
  if (!institution)
    return (
      <>
        <h1>{t('home')}</h1>
        <EmptyState title={t('home.none')}>{t('home.none.about')}</EmptyState>
      </>
    )
  const { id, name, kind, lists } = institution
  const next = mostUrgent(lists)
  return (
    <>
      <header className={styles.head}>
        <p className={styles.place}>{t(`kind.${kind}`)}</p>
        <h1>
          <bdi>{name}</bdi>
        </h1>
      </header>
      {institutions.length > 1 && (
        <Choices
          label={t('institutions')}
          current={institutionPath(id)}
          choices={institutions.map((each) => ({ to: institutionPath(each.id), label: each.name }))}
        />
      )}
      <InstitutionTabs institution={institution} current="own" />
      {lists.length === 0 ? (
        <EmptyState title={t('lists.none')}>{t('lists.none.about')}</EmptyState>
      ) : (
        <>
          <NextCard list={next} />
          <section className={styles.section} aria-labelledby="lists">
            <h2 id="lists">{t('lists')}</h2>
            {lists.map((list) => (
              <ListCard key={list.activity.id} list={list} isNext={list === next} />
            ))}
          </section>
        </>
      )}
    </>
  )
}
