import { useEffect, useRef, useState } from 'react'
import { caseLimits } from '@lectern/contract/cases/case-values.ts'
import {
  fileObjection,
  type ObjectionList,
  type ObjectionReceipt,
  type Objector,
} from '@lectern/contract/cases/cases.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { CaseDraft } from '../case-draft.ts'
import { useCaseDraft } from '../use-case-draft.ts'
import { CaseFiles } from './case-files.tsx'
import { CaseReceipt } from './case-receipt.tsx'
import styles from './cases.module.css'
import { EvidenceField } from './evidence-field.tsx'
import { WorkChoice } from './work-choice.tsx'

interface StepProps {
  client: Client
  lists: readonly ObjectionList[]
  typed: CaseDraft
}

/** The heading of a step that takes the place of another one. */
const useFocusedHeading = (isFocused: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current!.focus()
  }, [isFocused])
  return heading
}

interface FillProps extends StepProps {
  /** Somebody came back to change something. */
  isAgain: boolean
  onChange: (changes: Partial<CaseDraft>) => void
  onFilled: () => void
}

const FillStep = ({ client, lists, typed, isAgain, onChange, onFilled }: FillProps) => {
  const intl = useIntl()
  const heading = useFocusedHeading(isAgain)
  const form = useForm({ submit: () => Promise.resolve(onFilled()), problemsOf })
  return (
    <section className={styles.part} aria-labelledby="objection">
      <h2 id="objection" ref={heading} tabIndex={-1}>
        <FormattedMessage id="case.form.title" />
      </h2>
      <Form form={form}>
        <RadioGroup
          name="list"
          legend={<FormattedMessage id="case.list" />}
          required
          missing={intl.formatMessage({ id: 'case.list.missing' })}
          options={lists.map(({ id, activity, edition }) => ({ value: id, label: activity, hint: edition }))}
          defaultValue={typed.list || undefined}
          onValue={(list) => onChange({ list, work: null })}
        />
        {typed.list !== '' && (
          <WorkChoice
            key={typed.list}
            client={client}
            list={typed.list}
            chosen={typed.work}
            onChoose={(work) => onChange({ work })}
          />
        )}
        <TextArea
          name="text"
          label={<FormattedMessage id="case.text" />}
          hint={<FormattedMessage id="case.text.hint" />}
          missing={intl.formatMessage({ id: 'case.text.missing' })}
          autoComplete="off"
          rows={10}
          limit={caseLimits.text}
          defaultValue={typed.text}
          required
          onValue={(text) => onChange({ text })}
        />
        {typed.list !== '' && (
          <EvidenceField
            form="objection"
            target={{ list: typed.list }}
            files={typed.files}
            onChange={(files) => onChange({ files })}
          />
        )}
        <p className="muted small">
          <FormattedMessage id="case.kept" />
        </p>
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="case.toCheck" />
          </SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}

interface CheckProps extends StepProps {
  objector: Objector
  onBack: () => void
  onFiled: (receipt: ObjectionReceipt) => void
}

const CheckStep = ({ client, lists, typed, objector, onBack, onFiled }: CheckProps) => {
  const heading = useFocusedHeading(true)
  const [keyOf] = useState(createKeys)
  const list = lists.find(({ id }) => id === typed.list)
  const form = useForm({
    submit: async () => {
      const body = {
        list: typed.list,
        work: typed.work?.id ?? null,
        text: typed.text,
        evidence: typed.files.map(({ id }) => id),
      }
      const headers = { 'Idempotency-Key': keyOf(body) }
      onFiled(await client(fileObjection, { body }, { headers, inPlaceSignIn: true, skipErrorHandler: true }))
    },
    // The fields are on the step before: what is wrong is told here.
    problemsOf: (error) => {
      const fields = problemsOf(error)
      const messages = fields?.length ? fields.map(({ message }) => message) : [(error as Error).message]
      return messages.map((message) => ({ path: '', message }))
    },
  })
  return (
    <section className={styles.part} aria-labelledby="check">
      <h2 id="check" ref={heading} tabIndex={-1}>
        <FormattedMessage id="case.check.title" />
      </h2>
      <dl className={styles.facts}>
        <dt>
          <FormattedMessage id="case.list" />
        </dt>
        <dd>{list?.activity}</dd>
        <dt>
          <FormattedMessage id="case.work" />
        </dt>
        <dd>{typed.work?.label ?? <FormattedMessage id="case.work.whole" />}</dd>
        <dt>
          <FormattedMessage id="case.text" />
        </dt>
        <dd className="break-anywhere pre-line">{typed.text}</dd>
        <dt>
          <FormattedMessage id="case.evidence" />
        </dt>
        <dd>{typed.files.length > 0 ? <CaseFiles files={typed.files} /> : <FormattedMessage id="case.none" />}</dd>
        <dt>
          <FormattedMessage id="case.you" />
        </dt>
        <dd>
          <p>
            <bdi>{objector.realName}</bdi> · <bdi>{objector.unit}</bdi>
          </p>
          <p translate="no">{[objector.phone, objector.email].filter(Boolean).join(' · ')}</p>
          <p className="muted small">
            <FormattedMessage id="case.you.hint" />
          </p>
        </dd>
      </dl>
      <Form form={form}>
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="case.send" />
          </SubmitButton>
          <button type="button" className="button quiet" onClick={onBack}>
            <FormattedMessage id="case.change" />
          </button>
        </FormActions>
      </Form>
    </section>
  )
}

interface ObjectionFormProps {
  client: Client
  owner: string
  lists: readonly ObjectionList[]
  /** The list that the address names. */
  listId: string | undefined
  objector: Objector
}

/** An objection: written, checked, sent once. */
export const ObjectionForm = ({ client, owner, lists, listId, objector }: ObjectionFormProps) => {
  const { typed: draft, change, forget } = useCaseDraft('objection', owner, lists.find(({ id }) => id === listId)?.id)
  const [step, setStep] = useState<'fill' | 'check' | 'fillAgain'>('fill')
  const [receipt, setReceipt] = useState<ObjectionReceipt>()
  // A list that is no longer on display cannot be chosen any more.
  const isShown = lists.some(({ id }) => id === draft.list)
  const only = lists.length === 1 ? lists[0]!.id : ''
  const typed = isShown ? draft : { ...draft, list: only, work: null }
  const zone = lists.find(({ id }) => id === typed.list)?.timeZone
  if (receipt) return <CaseReceipt receipt={receipt} timeZone={zone} />
  if (step === 'check')
    return (
      <CheckStep
        client={client}
        lists={lists}
        typed={typed}
        objector={objector}
        onBack={() => setStep('fillAgain')}
        onFiled={(filed) => {
          forget()
          setReceipt(filed)
        }}
      />
    )
  return (
    <FillStep
      client={client}
      lists={lists}
      typed={typed}
      isAgain={step === 'fillAgain'}
      onChange={(changes) => change({ list: typed.list, ...changes })}
      onFilled={() => setStep('check')}
    />
  )
}
