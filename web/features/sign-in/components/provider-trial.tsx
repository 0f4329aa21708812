import type { Trial } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './sign-in-form.module.css'

/** What a provider has answered an organiser who tried it. */
export const ProviderTrial = ({ trial }: { trial: Trial }) => {
  const intl = useIntl()
  const { failure, isEmailConfirmed } = trial
  const confirmed = isEmailConfirmed === null ? 'unsaid' : isEmailConfirmed ? 'yes' : 'no'
  const none = intl.formatMessage({ id: 'signIn.trial.none' })
  return (
    <div className={styles.credentials}>
      <Notice kind={failure ? 'failed' : 'done'}>
        {failure ? failure.message : <FormattedMessage id="signIn.trial.works" />}
      </Notice>
      {failure ? (
        failure.detail !== '' && <p className="muted small">{failure.detail}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>
            <FormattedMessage id="signIn.trial.subject" />
          </dt>
          <dd>{trial.subject}</dd>
          <dt>
            <FormattedMessage id="signIn.trial.issuer" />
          </dt>
          <dd>{trial.issuer}</dd>
          <dt>
            <FormattedMessage id="signIn.trial.name" />
          </dt>
          <dd>{trial.name ?? none}</dd>
          <dt>
            <FormattedMessage id="field.email" />
          </dt>
          <dd>
            {trial.email ?? none}
            {trial.email !== null && (
              <p className="muted small">
                <FormattedMessage id={`signIn.trial.confirmed.${confirmed}`} />
              </p>
            )}
          </dd>
          <dt>
            <FormattedMessage id="signIn.trial.methods" />
          </dt>
          <dd>
            {trial.methods.length > 0 ? intl.formatList(trial.methods) : none}
            <p className="muted small">
              <FormattedMessage id={trial.countsAsSecondFactor ? 'signIn.trial.strong' : 'signIn.trial.weak'} />
            </p>
          </dd>
        </dl>
      )}
      <Link className="button" to="/Admin/Setting?tab=signIn">
        <FormattedMessage id="signIn.trial.back" />
      </Link>
    </div>
  )
}
