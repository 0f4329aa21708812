import { setMailChoices, readMailChoices } from '@lectern/contract/notices/notices.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { useId, useState, type ReactNode } from 'react'
import { chosenKinds } from '@lectern/contract/accounts/account-values.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OwnAccount } from '../own-account.ts'
import { useLoad } from '../use-load.ts'
import { Loading } from './loading.tsx'
import styles from './notifications-panel.module.css'
import { Section } from './section.tsx'
import settings from './settings.module.css'

type Choices = AnswerOf<typeof readMailChoices>

const kindTexts: Record<keyof Choices, { label: MessageId; hint: MessageId }> = {
  account: { label: 'settings.mail.account', hint: 'settings.mail.accountHint' },
  contest: { label: 'settings.mail.contest', hint: 'settings.mail.contestHint' },
  announcement: { label: 'settings.mail.announcement', hint: 'settings.mail.announcementHint' },
}

/** Always on: an account takeover must not go unnoticed. */
const SecurityChoice = () => {
  const id = useId()
  return (
    <div className={styles.fixed}>
      <input id={id} type="checkbox" checked disabled aria-describedby={`${id}-about`} />
      <div>
        <label htmlFor={id}>
          <FormattedMessage id="settings.mail.security" />
        </label>
        <p id={`${id}-about`}>
          <FormattedMessage id="settings.mail.securityHint" />
        </p>
      </div>
    </div>
  )
}

const ChoicesForm = ({ account, choices }: { account: OwnAccount; choices: Choices }) => {
  const [isSaved, setSaved] = useState(false)
  const form = useForm<keyof Choices>({
    submit: async (values) => {
      setSaved(false)
      const body = Object.fromEntries(chosenKinds.map((kind) => [kind, values[kind] !== ''])) as Choices
      await account.client(setMailChoices, { body }, { inPlaceSignIn: true })
      setSaved(true)
    },
    problemsOf,
  })
  return (
    <div onInput={() => setSaved(false)}>
      <Form form={form}>
        <fieldset className={`stack gap-4 ${styles.kinds}`}>
          <legend className="visually-hidden">
            <FormattedMessage id="settings.mail" />
          </legend>
          <SecurityChoice />
          {chosenKinds.map((kind) => (
            <CheckboxField
              key={kind}
              name={kind}
              label={<FormattedMessage id={kindTexts[kind].label} />}
              hint={<FormattedMessage id={kindTexts[kind].hint} />}
              defaultChecked={choices[kind]}
            />
          ))}
        </fieldset>
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="settings.save" />
          </SubmitButton>
        </FormActions>
        <p className={settings.status} role="status">
          {isSaved && <FormattedMessage id="settings.saved" />}
        </p>
      </Form>
    </div>
  )
}

const toSecurity = (text: ReactNode) => (
  <Link key="link" to="/account/settings?tab=security">
    {text}
  </Link>
)

/** Which notices are also sent by mail. */
export const NotificationsPanel = ({ account }: { account: OwnAccount }) => {
  const { user, client, channels } = account
  const choices = useLoad(() => client(readMailChoices, {}, { inPlaceSignIn: true }))
  return (
    <Section title={<FormattedMessage id="settings.mail" />} about={<FormattedMessage id="settings.mailAbout" />}>
      {!channels.includes('mail') && (
        <Notice>
          <FormattedMessage id="settings.mail.noChannel" />
        </Notice>
      )}
      {channels.includes('mail') && user.email === null && (
        <Notice>
          <FormattedMessage id="settings.mail.noEmail" values={{ link: toSecurity }} />
        </Notice>
      )}
      {choices.data ? <ChoicesForm account={account} choices={choices.data} /> : <Loading {...choices} />}
    </Section>
  )
}
