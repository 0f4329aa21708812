import { extendList, revokeListExtension } from '@lectern/contract/recommendations/recommendations-above.ts'
import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { momentAt } from '../../../ui/wall-time.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import { MomentInput } from './moment-input.tsx'

interface ExtendListProps {
  client: Client
  list: OpenList
  onChanged: (list: OpenList) => void
}

class UntilMissing extends Error {}

const ExtendForm = ({ client, list, onChanged, onClose }: ExtendListProps & { onClose: () => void }) => {
  const { t, intl } = useRecommendationText()
  const { activity, institution, timeZone, version, window } = list
  const form = useForm<'reason' | 'until'>({
    submit: async ({ reason, until }) => {
      const moment = momentAt(until, timeZone)
      if (moment === null) throw new UntilMissing()
      const params = { activity: activity.id, institution: institution.id }
      const body = { version, until: moment, reason: reason.trim() }
      onChanged(await client(extendList, { params, body }, { inPlaceSignIn: true }))
      onClose()
    },
    problemsOf: (error) =>
      error instanceof UntilMissing ? [{ path: 'until', message: t('extend.untilMissing') }] : problemsOf(error),
  })
  return (
    <Form form={form}>
      <MomentInput
        name="until"
        label={t('extend.until')}
        hint={t('verdict.until.hint', { zone: zoneName(intl.locale, timeZone) })}
        value={window.closesAt}
        timeZone={timeZone}
        required
        missing={t('extend.untilMissing')}
      />
      <TextArea
        name="reason"
        label={t('extend.reason')}
        autoComplete="off"
        required
        missing={t('extend.reasonMissing')}
        limit={500}
        rows={2}
      />
      <FormActions>
        <SubmitButton>{t('extend.action')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

/** More time for one institution, and taking it back. */
export const ExtendList = ({ client, list, onChanged }: ExtendListProps) => {
  const { t } = useRecommendationText()
  const [isOpen, setOpen] = useState<'extend' | 'revoke'>()
  const { may, window, institution, activity, version } = list
  if (may.extend !== null) return null
  return (
    <>
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => setOpen('extend')}>
        {t('extend')}
      </button>
      {window.isExtended && (
        <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => setOpen('revoke')}>
          {t('extend.revoke')}
        </button>
      )}
      <Dialog open={isOpen === 'extend'} title={t('extend.title')} onClose={() => setOpen(undefined)}>
        <ExtendForm {...{ client, list, onChanged }} onClose={() => setOpen(undefined)} />
      </Dialog>
      <ConfirmDialog
        open={isOpen === 'revoke'}
        title={t('extend.revoke.title')}
        object={institution.name}
        action={t('extend.revoke')}
        onConfirm={async () => {
          const params = { activity: activity.id, institution: institution.id }
          onChanged(await client(revokeListExtension, { params, body: { version } }, { inPlaceSignIn: true }))
        }}
        onClose={() => setOpen(undefined)}
        problemsOf={problemsOf}
      />
    </>
  )
}
