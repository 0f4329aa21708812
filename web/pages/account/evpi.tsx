import type { MessageId } from '@lectern/messages/message-id.ts'
import { useEffect, useRef, useState } from 'react'
import { useOwnAccount } from '../../app/own-account.ts'
import { useWayBack } from '../../app/use-way-back.ts'
import { PageHead } from '../../app/page-head.tsx'
import { stepsOf, type CompletionStep } from '../../features/accounts/completion.ts'
import { ContactForm } from '../../features/accounts/components/contact-form.tsx'
import { DetailsForm } from '../../features/accounts/components/details-form.tsx'
import type { ContactKind, OwnAccount } from '../../features/accounts/own-account.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import frame from './account.module.css'
import styles from './evpi.module.css'

const titles: Record<CompletionStep, MessageId> = {
  details: 'evpi.details',
  email: 'profile.addEmail',
  phone: 'profile.addPhone',
}

/** Messages about contacts that an enrolment needs, shown from the start. */
const needs: Record<ContactKind, MessageId> = { email: 'evpi.needsEmail', phone: 'evpi.needsPhone' }

const Progress = ({ position, total }: { position: number; total: number }) => (
  <div>
    <p className={`muted small ${styles.count}`}>
      <FormattedMessage id="evpi.step" values={{ step: position + 1, total }} />
    </p>
    <div className={styles.progress} aria-hidden="true">
      {Array.from({ length: total }, (_, step) => (
        <span key={step} data-done={step <= position || undefined} />
      ))}
    </div>
  </div>
)

const Completion = ({ account }: { account: OwnAccount }) => {
  const intl = useIntl()
  const router = useRouter()
  const goal = useWayBack().wayBack('/Welcome')
  const heading = useRef<HTMLHeadingElement>(null)
  const [steps] = useState(() => stepsOf(account.user, account.channels))
  const [position, setPosition] = useState(0)
  const step = steps[position]!
  const isLast = position === steps.length - 1
  const goToNextStep = () => (isLast ? go(router, goal) : setPosition(position + 1))

  useEffect(() => {
    // The button that had the focus is gone.
    if (position > 0) heading.current!.focus()
  }, [position])

  return (
    <div className={frame.page}>
      <PageHead title={intl.formatMessage({ id: 'evpi.title' })} />
      <header className={frame.head}>
        <h1>
          <FormattedMessage id="evpi.title" />
        </h1>
        <p>
          <FormattedMessage id="evpi.about" />
        </p>
      </header>
      <div className="stack gap-20">
        {steps.length > 1 && <Progress position={position} total={steps.length} />}
        <h2 ref={heading} tabIndex={-1}>
          <FormattedMessage id={titles[step]} />
        </h2>
        {step === 'details' ? (
          <DetailsForm
            account={account}
            action={<FormattedMessage id={isLast ? 'settings.save' : 'evpi.goOn'} />}
            onSaved={goToNextStep}
          />
        ) : (
          <>
            <p>
              <FormattedMessage id={needs[step]} />
            </p>
            <ContactForm
              key={step}
              account={account}
              kind={step}
              onChanged={goToNextStep}
              cancel={
                <Link className="button quiet" to={goal}>
                  <FormattedMessage id="evpi.later" />
                </Link>
              }
            />
          </>
        )}
      </div>
    </div>
  )
}

export default function Evpi() {
  const account = useOwnAccount()
  return account && <Completion key={account.user.uid} account={account} />
}
