import { decideOfficer, type Officer } from '@lectern/contract/institutions/officers.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

const maxReason = 500

interface RefusalProps {
  client: Client
  officer: Officer
  onDecided: () => void
  onClose: () => void
}

const Refusal = ({ client, officer: { id, version }, onDecided, onClose }: RefusalProps) => {
  const { t } = useRecommendationText()
  const form = useForm<'reason'>({
    submit: async ({ reason }) => {
      const body = { decision: 'refused' as const, reason: reason.trim(), version }
      await client(decideOfficer, { params: { id }, body }, { inPlaceSignIn: true })
      onClose()
      onDecided()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <TextArea
        name="reason"
        label={t('requests.refuse.reason')}
        hint={t('requests.refuse.hint')}
        autoComplete="off"
        required
        missing={t('requests.refuse.missing')}
        limit={maxReason}
        rows={3}
      />
      <FormActions>
        <SubmitButton>{t('requests.refuse')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

interface OfficerRequestsProps {
  client: Client
  requests: readonly Officer[]
  onDecided: () => void
}

/** People who have asked, with a stamped letter, to act for a school of the province. */
export const OfficerRequests = ({ client, requests, onDecided }: OfficerRequestsProps) => {
  const { t } = useRecommendationText()
  const [open, setOpen] = useState<{ officer: Officer; action: 'confirm' | 'refuse' }>()
  if (requests.length === 0) return null
  const close = (): void => setOpen(undefined)
  const officer = open?.officer
  return (
    <section className={styles.section} aria-labelledby="requests">
      <h2 id="requests">{t('requests')}</h2>
      <p>{t('requests.about')}</p>
      <ul className={styles.entries}>
        {requests.map((request) => (
          <li key={request.id}>
            <div className="stack gap-4 break-anywhere">
              <p className="strong">
                <bdi>{request.name}</bdi>
              </p>
              <p>
                <bdi>{request.institution}</bdi>
              </p>
              {request.letter && (
                <p className="small">
                  {t('requests.letter')}{' '}
                  <a href={fileUrl(request.letter.id)} target="_blank" rel="noreferrer">
                    <bdi>{request.letter.name}</bdi>
                  </a>
                </p>
              )}
              <p className="muted small">
                <FormattedMessage
                  id="recommendation.requests.at"
                  values={{ moment: <DateTime key="at" value={request.createdAt} exact /> }}
                />
              </p>
            </div>
            <p className="row gap-8">
              {(['confirm', 'refuse'] as const).map((action) => (
                <button
                  key={action}
                  type="button"
                  className={action === 'confirm' ? 'button' : 'button quiet'}
                  aria-haspopup="dialog"
                  onClick={() => setOpen({ officer: request, action })}
                >
                  {t(`requests.${action}`)}
                  <span className="visually-hidden"> {request.name}</span>
                </button>
              ))}
            </p>
          </li>
        ))}
      </ul>
      {officer && (
        <>
          <ConfirmDialog
            open={open.action === 'confirm'}
            title={t('requests.confirm.title')}
            object={officer.name}
            action={t('requests.confirm')}
            onConfirm={async () => {
              const body = { decision: 'active' as const, version: officer.version }
              await client(decideOfficer, { params: { id: officer.id }, body }, { inPlaceSignIn: true })
              onDecided()
            }}
            onClose={close}
            problemsOf={problemsOf}
          >
            <p>{t('requests.confirm.about', { name: officer.name, institution: officer.institution })}</p>
          </ConfirmDialog>
          <Dialog open={open.action === 'refuse'} title={t('requests.refuse.title')} onClose={close}>
            <Refusal {...{ client, officer, onDecided }} onClose={close} />
          </Dialog>
        </>
      )}
    </section>
  )
}
