import { readPledge, signPledge } from '@lectern/contract/review/review.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import styles from '../../features/review/components/review.module.css'
import { deskPath } from '../../features/review/desk-address.ts'
import { useReviewText } from '../../features/review/review-text.ts'
import { problemsOf } from '../../request/request-error.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form, FormActions } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormattedMessage } from '../../ui/intl.tsx'
import { Prose } from '../../ui/prose.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const round = query.get('round') ?? ''
  return { round, pledge: await client(readPledge, { params: { round } }, { skipErrorHandler: true }) }
}

export default function Pledge() {
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const { t } = useReviewText()
  const { round, pledge } = useData<typeof loader>()
  const { version, title, body, locale, signedAt } = pledge
  const form = useForm({
    submit: async () => {
      await client(signPledge, { params: { round }, body: { version } }, { inPlaceSignIn: true })
      await go(router, deskPath(round))
    },
    problemsOf,
  })
  return (
    <article className={styles.page} data-narrow>
      <PageHead title={title} />
      <div className={`stack gap-4 ${styles.head}`}>
        <h1>{title}</h1>
        <p className={styles.about}>{t('pledge.version', { version })}</p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard */}
      <div className={`card ${styles.document}`} lang={locale} role="region" aria-label={title} tabIndex={0}>
        <Prose html={body} />
      </div>
      {signedAt === null ? (
        <Form form={form}>
          <CheckboxField name="read" label={t('pledge.read')} required missing={t('pledge.missing')} />
          <FormActions>
            <SubmitButton>{t('pledge.sign', { name: user?.realName || user?.username || '' })}</SubmitButton>
            <Link className="button quiet" to={deskPath()}>
              {t('pledge.later')}
            </Link>
          </FormActions>
        </Form>
      ) : (
        <>
          <p className={styles.done}>
            <FormattedMessage
              id="review.pledge.signed"
              values={{ moment: <DateTime key="at" value={signedAt} exact /> }}
            />
          </p>
          <p>
            <Link className="button" to={deskPath(round)}>
              {t('backToDesk')}
            </Link>
          </p>
        </>
      )}
    </article>
  )
}
