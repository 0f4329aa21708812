import type { ShownPart, Work } from '@lectern/contract/works/works.ts'
import { maxNameLength, maxSummaryLength, maxTitleLength } from '@lectern/contract/works/work-values.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { Draft, DraftState } from '../../enrolments/draft.ts'
import { agreedField, nameField, namesConfirmedField, valueField } from '../work-form-values.ts'
import { usePartLimits } from './part-files.tsx'
import styles from './works.module.css'

interface TextsProps {
  draft: Draft
  state: DraftState
  problemAt: (field: string) => string | undefined
}

const textIn = ({ answers }: DraftState, field: string): string => {
  const value = answers[field]
  return typeof value === 'string' ? value : ''
}

/** A field that was filled in from elsewhere begins anew. */
const keyOf = ({ rounds }: DraftState, field: string): string => `${field} ${rounds[field] ?? 0}`

export const TitleAndSummary = ({ draft, state, problemAt }: TextsProps) => (
  <section className={styles.part} aria-labelledby="about-work">
    <h2 id="about-work">
      <FormattedMessage id="work.about" />
    </h2>
    <Field
      key={keyOf(state, 'title')}
      name="title"
      label={<FormattedMessage id="work.title" />}
      autoComplete="off"
      required
      maxLength={maxTitleLength}
      defaultValue={textIn(state, 'title')}
      problem={problemAt('title')}
      onValue={(text) => draft.change('title', text)}
    />
    <TextArea
      key={keyOf(state, 'summary')}
      name="summary"
      label={<FormattedMessage id="work.summary" />}
      hint={<FormattedMessage id="work.summary.hint" />}
      autoComplete="off"
      rows={4}
      limit={maxSummaryLength}
      defaultValue={textIn(state, 'summary')}
      onValue={(text) => draft.change('summary', text)}
    />
  </section>
)

/** A text or an address that a part asks for. */
export const PartText = ({ part, draft, state, problemAt }: TextsProps & { part: ShownPart }) => {
  const intl = useIntl()
  const field = valueField(part.id)
  const limits = usePartLimits(part)
  const shared = {
    name: field,
    label: part.label,
    hint: (part.help !== '' || limits.length > 0) && (
      <>
        {part.help !== '' && <p className="break-anywhere pre-line">{part.help}</p>}
        {limits.length > 0 && <p>{limits.join(intl.formatMessage({ id: 'work.limit.separator' }))}</p>}
      </>
    ),
    autoComplete: 'off' as const,
    required: part.required,
    defaultValue: textIn(state, field),
    problem: problemAt(field),
    onValue: (text: string) => draft.change(field, text),
  }
  return part.kind === 'link' ? (
    <Field key={keyOf(state, field)} {...shared} type="url" />
  ) : (
    <TextArea
      key={keyOf(state, field)}
      {...shared}
      rows={6}
      {...(part.limits.maxCharacters !== undefined && { limit: part.limits.maxCharacters })}
    />
  )
}

/** The names as certificates will have them, each to be checked once. */
export const CertificateNames = ({ work, draft, state, problemAt }: TextsProps & { work: Work }) => (
  <section className={styles.part} aria-labelledby="work-names">
    <h2 id="work-names">
      <FormattedMessage id="work.names" />
    </h2>
    <p className={styles.hint}>
      <FormattedMessage id="work.names.about" />
    </p>
    <div className="stack gap-12">
      {work.names.map(({ uid, role }) => (
        <Field
          key={keyOf(state, nameField(uid))}
          name={nameField(uid)}
          label={<FormattedMessage id={`team.role.${role}`} />}
          autoComplete="off"
          required
          maxLength={maxNameLength}
          defaultValue={textIn(state, nameField(uid))}
          onValue={(text) => draft.change(nameField(uid), text)}
        />
      ))}
    </div>
    <CheckboxField
      key={keyOf(state, namesConfirmedField)}
      name={namesConfirmedField}
      label={<FormattedMessage id="work.names.confirm" />}
      defaultChecked={state.answers[namesConfirmedField] === true}
      problem={problemAt('names')}
      onValue={(checked) => draft.change(namesConfirmedField, checked)}
    />
  </section>
)

export const Declarations = ({ work, draft, state, problemAt }: TextsProps & { work: Work }) =>
  work.declarations.length === 0 ? null : (
    <section className={styles.part} aria-labelledby="work-declarations">
      <h2 id="work-declarations">
        <FormattedMessage id="work.declarations" />
      </h2>
      {work.declarations.map(({ id, text }) => (
        <CheckboxField
          key={keyOf(state, agreedField(id))}
          name={agreedField(id)}
          label={text}
          defaultChecked={state.answers[agreedField(id)] === true}
          problem={problemAt(agreedField(id))}
          onValue={(checked) => draft.change(agreedField(id), checked)}
        />
      ))}
    </section>
  )
