import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { Button, Form, Input } from 'antd'
import type { CSSProperties } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import type { OwnPasskey } from '../use-own-passkey.ts'

interface OwnerFieldsProps {
  /** The name of the password in the form; the code is `secondFactor`. */
  passwordName: 'password' | 'ownPassword'
  hasSecondFactor: boolean
  passkey: OwnPasskey
  style?: CSSProperties
  disabled?: boolean
  /** Sends the form with a passkey in place of the password and the code. */
  onPasskey: (passkey: Assertion) => Promise<unknown>
}

/** Who confirms what a form does: by password and code, or by passkey. */
export const OwnerFields = (props: OwnerFieldsProps) => {
  const { passwordName, hasSecondFactor, passkey, style = {}, disabled = false, onPasskey } = props
  const intl = useIntl()
  return (
    <>
      <Form.Item name={passwordName} label={intl.formatMessage({ id: 'office.begin.password' })}>
        <Input type="password" autoComplete="current-password" maxLength={200} style={style} />
      </Form.Item>
      {hasSecondFactor && (
        <Form.Item name="secondFactor" label={intl.formatMessage({ id: 'office.begin.secondFactor' })}>
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} style={style} />
        </Form.Item>
      )}
      {passkey.isOffered && (
        <Form.Item>
          <Button loading={passkey.busy} disabled={disabled} onClick={() => void passkey.ask(onPasskey)}>
            {intl.formatMessage({ id: 'office.passkeys.confirm' })}
          </Button>
        </Form.Item>
      )}
    </>
  )
}
