import { endOfficer, type Officer } from '@lectern/contract/institutions/officers.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

interface SchoolOfficersProps {
  client: Client
  officers: readonly Officer[]
  onChanged: () => void
}

/** Who acts for a school, or is invited to; the province can end it. */
export const SchoolOfficers = ({ client, officers, onChanged }: SchoolOfficersProps) => {
  const { t } = useRecommendationText()
  const [ending, setEnding] = useState<Officer>()
  const open = officers.flatMap(({ state, ...officer }) =>
    state === 'active' || state === 'invited' ? [{ ...officer, state }] : [],
  )
  return (
    <section className={styles.section} aria-labelledby="officers">
      <h2 id="officers">{t('officers')}</h2>
      {open.length === 0 ? (
        <p className="muted">{t('officers.school.none')}</p>
      ) : (
        <ul className={styles.entries}>
          {open.map((officer) => (
            <li key={officer.id}>
              <div className="stack gap-4 break-anywhere">
                <p className="strong">
                  <bdi>{officer.name}</bdi>
                </p>
                <p className="muted small">
                  {t(`officers.state.${officer.state}`)}
                  {officer.contact !== null && officer.state === 'invited' && (
                    <>
                      {' · '}
                      <bdi>{officer.contact}</bdi>
                    </>
                  )}
                </p>
              </div>
              <p>
                <button
                  type="button"
                  className="button quiet"
                  aria-haspopup="dialog"
                  onClick={() => setEnding(officer)}
                >
                  {t('officers.end')}
                  <span className="visually-hidden"> {officer.name}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          open
          title={t('officers.end.title')}
          object={ending.name}
          action={t('officers.end')}
          danger
          onConfirm={async () => {
            const body = { version: ending.version }
            await client(endOfficer, { params: { id: ending.id }, body }, { inPlaceSignIn: true })
            onChanged()
          }}
          onClose={() => setEnding(undefined)}
          problemsOf={problemsOf}
        >
          <p>{t('officers.end.about', { name: ending.name, institution: ending.institution })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
