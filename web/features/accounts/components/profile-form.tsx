import { updateUser } from '@lectern/contract/accounts/accounts.ts'
import { Fragment, useState, type ReactNode } from 'react'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import { failureOf, problemsOf } from '../../../request/request-error.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OwnAccount } from '../own-account.ts'
import { changesOf, isSame, mergeEdits, valuesOf, type ProfileField, type ProfileValues } from '../profile-edits.ts'
import styles from './settings.module.css'

interface ProfileFormProps {
  account: OwnAccount
  /** The fields of this form; `children` renders them. */
  fields: readonly ProfileField[]
  children: (values: ProfileValues) => ReactNode
  action: ReactNode
  /** Shown beside the button. */
  cancel?: ReactNode
  onSaved?: () => unknown
}

type Changes = Omit<BodyInputOf<typeof updateUser>, 'uid' | 'version'>

/**
 * State of the form relative to the stored profile: `outdated` if a newer version exists, `merged` after loading it.
 */
type Standing = { name: 'current' | 'outdated' } | { name: 'merged'; conflicts: ProfileField[] }

const OutdatedNotice = ({ onTake }: { onTake: () => unknown }) => (
  <Notice kind="done">
    <div className={styles.about}>
      <p>
        <FormattedMessage id="settings.outdated" />
      </p>
      <div>
        <button type="button" className="button quiet" onClick={() => void onTake()}>
          <FormattedMessage id="settings.takeNewer" />
        </button>
      </div>
    </div>
  </Notice>
)

const MergedNotice = ({ conflicts }: { conflicts: readonly ProfileField[] }) => (
  <Notice kind="done">
    <div className={styles.about}>
      <p>
        <FormattedMessage id="settings.merged" />
      </p>
      {conflicts.length > 0 && (
        <>
          <p>
            <FormattedMessage id="settings.conflicts" />
          </p>
          <ul>
            {conflicts.map((field) => (
              <li key={field}>
                <FormattedMessage id={`field.${field}`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  </Notice>
)

/** Edits fields of the user's own profile. Changes made elsewhere are never overwritten silently. */
export const ProfileForm = ({ account, fields, children, action, cancel, onSaved }: ProfileFormProps) => {
  const intl = useIntl()
  const { user, client, refresh } = account
  // The profile that the fields were filled from. Replaced by a newer one with the same values, for example after a new
  // picture.
  const [base, setBase] = useState(user)
  const [formState, setFormState] = useState({ turn: 0, values: valuesOf(user, fields) })
  const [standing, setStanding] = useState<Standing>({ name: 'current' })
  const [isSaved, setSaved] = useState(false)
  // The values as typed at the last save: the server may have normalised them.
  const [clean, setClean] = useState(formState.values)
  if (user.version > base.version && isSame(fields, valuesOf(user, fields), valuesOf(base, fields))) setBase(user)

  const form = useForm<ProfileField>({
    submit: async (typed) => {
      setSaved(false)
      const { uid, version } = base
      const body = { uid, version, ...(changesOf(fields, typed) as Changes) }
      const saved = await client(
        updateUser,
        { params: { uid }, body },
        { inPlaceSignIn: true, reportedByCaller: ['resource.changed'] },
      )
      setBase({ ...base, ...saved })
      setClean(typed)
      setStanding({ name: 'current' })
      setSaved(true)
      await refresh()
      await onSaved?.()
    },
    problemsOf: (error) => {
      if (failureOf(error)?.error === 'resource.changed') setStanding({ name: 'outdated' })
      return problemsOf(error)
    },
  })

  const takeNewer = async (): Promise<void> => {
    const newest = await refresh()
    if (!newest) return
    const latest = valuesOf(newest, fields)
    const { values, conflicts } = mergeEdits(fields, { base: clean, typed: form.values(), latest })
    setBase(newest)
    setClean(latest)
    setFormState({ turn: formState.turn + 1, values })
    setStanding({ name: 'merged', conflicts })
  }
  useLeaveGuard(
    () => form.ref.current !== null && !isSame(fields, form.values(), clean),
    intl.formatMessage({ id: 'settings.leave' }),
  )

  return (
    // The message about the last save disappears with the next input.
    <div onInput={() => setSaved(false)}>
      <Form form={form}>
        <Fragment key={formState.turn}>{children(formState.values)}</Fragment>
        {standing.name === 'outdated' && <OutdatedNotice onTake={takeNewer} />}
        {standing.name === 'merged' && <MergedNotice conflicts={standing.conflicts} />}
        <FormActions>
          <SubmitButton>{action}</SubmitButton>
          {cancel}
        </FormActions>
        <p className={styles.status} role="status">
          {isSaved && <FormattedMessage id="settings.saved" />}
        </p>
      </Form>
    </div>
  )
}
