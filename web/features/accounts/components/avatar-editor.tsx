import { removeAvatar, setAvatar } from '@lectern/contract/accounts/my-data.ts'
import { useRef, useState } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { AvatarCrop } from '../../../ui/avatar-crop.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { displayName } from '../names.ts'
import type { OwnAccount } from '../own-account.ts'
import { useCaughtFocus } from '../use-caught-focus.ts'
import styles from './avatar-editor.module.css'

/** Crops and uploads a user's picture at once, independent of any form. */
export const AvatarEditor = ({ account: { user, client, refresh } }: { account: OwnAccount }) => {
  const intl = useIntl()
  const picker = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState<File>()
  const [isRemoving, setRemoving] = useState(false)
  const [done, setDone] = useState<'saved' | 'removed'>()
  const name = displayName(user)
  useCaughtFocus(isRemoving, chooser)

  const send = async (picture: Blob): Promise<void> => {
    // Slow networks need a longer timeout.
    await client(setAvatar, {}, { file: picture, inPlaceSignIn: true, timeout: 120_000 })
    await refresh()
    setFile(undefined)
    setDone('saved')
  }
  const remove = async (): Promise<void> => {
    await client(removeAvatar, {}, { inPlaceSignIn: true })
    await refresh()
    setDone('removed')
  }

  return (
    <div className={`cluster ${styles.editor}`}>
      <Avatar src={user.avatar} name={name} size="large" />
      <div className={`stack gap-8 ${styles.side}`}>
        <div className="row gap-8">
          <button ref={chooser} type="button" className="button quiet" onClick={() => picker.current!.click()}>
            <FormattedMessage id={user.avatar ? 'profile.avatar.change' : 'profile.avatar.choose'} />
          </button>
          {user.avatar && (
            <button type="button" className="button quiet" onClick={() => setRemoving(true)}>
              <FormattedMessage id="profile.avatar.remove" />
            </button>
          )}
        </div>
        <p>
          <FormattedMessage id="profile.avatar.about" />
        </p>
        <p role="status">
          {done && <FormattedMessage id={done === 'saved' ? 'profile.avatar.saved' : 'profile.avatar.removed'} />}
        </p>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={intl.formatMessage({ id: 'profile.avatar.choose' })}
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0])
          setDone(undefined)
          // Allow selecting the same file again.
          currentTarget.value = ''
        }}
      />
      {file && <AvatarCrop file={file} onDone={send} onCancel={() => setFile(undefined)} />}
      <ConfirmDialog
        open={isRemoving}
        title={<FormattedMessage id="profile.avatar.removeTitle" />}
        object={intl.formatMessage({ id: 'profile.avatar.of' }, { name })}
        action={<FormattedMessage id="profile.avatar.remove" />}
        danger
        onConfirm={remove}
        onClose={() => setRemoving(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="profile.avatar.removeAbout" />
        </p>
      </ConfirmDialog>
    </div>
  )
}
