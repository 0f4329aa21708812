import { setDateBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { momentAt } from '../../../ui/wall-time.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import type { ListsBelow } from './below-list.tsx'
import styles from './institution.module.css'
import { MomentInput } from './moment-input.tsx'

interface Place {
  place: { institution: string; activity: string }
  timeZone: string
}

interface DateFormProps extends Place {
  client: Client
  dateBelow: NonNullable<ListsBelow['dateBelow']>
  onSaved: () => void
  onClose: () => void
}

const DateForm = ({ client, place, timeZone, dateBelow, onSaved, onClose }: DateFormProps) => {
  const { t, intl } = useRecommendationText()
  const form = useForm<'until'>({
    submit: async ({ until }) => {
      const body = { version: dateBelow.version, until: until ? momentAt(until, timeZone) : null }
      await client(setDateBelow, { params: place, body }, { inPlaceSignIn: true })
      onSaved()
      onClose()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <MomentInput
        name="until"
        label={t('dateBelow.until')}
        hint={t('dateBelow.hint', { zone: zoneName(intl.locale, timeZone) })}
        value={dateBelow.until}
        timeZone={timeZone}
      />
      <FormActions>
        <SubmitButton>{t('dateBelow.save')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

interface BelowDateProps extends Place {
  client: Client
  lists: ListsBelow
  onSaved: () => void
}

/** An earlier date that a province sets for its schools. */
export const BelowDate = ({ client, place, timeZone, lists, onSaved }: BelowDateProps) => {
  const { t } = useRecommendationText()
  const [isOpen, setOpen] = useState(false)
  const { dateBelow, whyNotSetDate } = lists
  const until = dateBelow?.until ?? null
  if (!dateBelow || (until === null && whyNotSetDate !== null)) return null
  return (
    <div className={`row ${styles.date}`}>
      <p>
        {until === null ? (
          t('dateBelow.none')
        ) : (
          <FormattedMessage
            id="recommendation.dateBelow"
            values={{ moment: <DateTime key="at" value={until} exact timeZone={timeZone} /> }}
          />
        )}
      </p>
      {whyNotSetDate === null && (
        <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('dateBelow.change')}
        </button>
      )}
      <Dialog open={isOpen} title={t('dateBelow.title')} onClose={() => setOpen(false)}>
        <DateForm {...{ client, place, timeZone, dateBelow, onSaved }} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}
