import { useState } from 'react'
import { signPanel, type PanelDesk } from '@lectern/contract/review/panel-desk.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { useReviewText } from '../review-text.ts'
import { PanelWorks } from './panel-works.tsx'
import { TieOrder } from './tie-order.tsx'
import styles from './review.module.css'

interface PanelViewProps {
  client: Client
  desk: PanelDesk
  onChanged: () => void
}

const Members = ({ members }: Pick<PanelDesk, 'members'>) => {
  const { t } = useReviewText()
  return (
    <section className={styles.works} aria-labelledby="panel-members">
      <h2 id="panel-members">{t('panel.members')}</h2>
      <ul className={styles.members}>
        {members.map(({ name, works, finished }) => (
          <li key={`${name} ${works} ${finished}`}>
            <span>{name}</span>
            <progress max={Math.max(works, 1)} value={finished} aria-label={t('panel.progressOf', { name })} />
            <span className={styles.number}>
              {finished} / {works}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the chair of a panel sees: who is how far, where experts differ, what is equal, and the signature. */
export const PanelView = ({ client, desk, onChanged }: PanelViewProps) => {
  const { t } = useReviewText()
  const [isSigning, setSigning] = useState(false)
  const { round, panel, members, works, ties, signedAt, may } = desk
  return (
    <>
      <Members members={members} />
      <PanelWorks works={works} />
      {ties.length > 0 && (
        <section className={styles.works} aria-labelledby="panel-ties">
          <h2 id="panel-ties">{t('panel.ties')}</h2>
          <p className={styles.about}>{may.decide ?? t('panel.ties.about')}</p>
          {ties.map((tie) => (
            <TieOrder
              key={[tie.codes.join(), tie.reason].join()}
              client={client}
              round={round.code}
              tie={tie}
              works={works}
              mayDecide={may.decide === null}
              onDecided={onChanged}
            />
          ))}
        </section>
      )}
      <section className={styles.card} aria-labelledby="panel-sign">
        <h2 id="panel-sign">{t('panel.sign')}</h2>
        {signedAt === null ? (
          <>
            <p className={styles.about}>{may.sign ?? t('panel.sign.about')}</p>
            {may.sign === null && (
              <p>
                <button type="button" className="button" onClick={() => setSigning(true)}>
                  {t('panel.sign.go')}
                </button>
              </p>
            )}
          </>
        ) : (
          <p className={styles.done}>
            <FormattedMessage
              id="review.panel.signed"
              values={{ moment: <DateTime key="at" value={signedAt} exact="here" timeZone={round.timeZone} /> }}
            />
          </p>
        )}
      </section>
      <ConfirmDialog
        open={isSigning}
        title={t('panel.sign')}
        object={panel}
        action={t('panel.sign.go')}
        onConfirm={async () => {
          await client(signPanel, { params: { round: round.code } }, { inPlaceSignIn: true })
          onChanged()
        }}
        onClose={() => setSigning(false)}
        problemsOf={problemsOf}
      >
        <p>{t('panel.sign.sure')}</p>
      </ConfirmDialog>
    </>
  )
}
