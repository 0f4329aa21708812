import { requestCode } from '@lectern/contract/sign-in/sign-in.ts'
import { useState } from 'react'
import type { Channel, codePurposes } from '@lectern/contract/accounts/account-values.ts'
import type { Client } from '../../../request/client.ts'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { createProofs, obtainProof, type Proofs } from '../proof.ts'

/** How this site sends codes. */
export interface Sending {
  client: Client
  channels: readonly Channel[]
  /** In the demo nothing is sent: organisers see the codes. */
  demo: boolean
}

/** Labels and autofill tokens for contacts, by available channels. */
const kinds = {
  both: { label: 'field.contact', missing: 'field.contact.required', type: 'text', autoComplete: 'email' },
  mail: { label: 'field.email', missing: 'field.email.required', type: 'email', autoComplete: 'email' },
  sms: { label: 'field.phone', missing: 'field.phone.required', type: 'tel', autoComplete: 'tel' },
} as const

const kindOf = (channels: readonly Channel[]) => kinds[channels.length > 1 ? 'both' : (channels[0] ?? 'both')]

/** Proofs of work for requesting codes; one supply per form. */
export const useCodeProofs = (client: Client): Proofs =>
  useState(() => createProofs(({ identifier, ...options }) => obtainProof(client, 'code', identifier, options)))[0]

interface ContactFieldsProps extends Sending {
  purpose: (typeof codePurposes)[number]
  proofs: Proofs
  /** The only allowed contact: shown, but not editable. */
  fixed?: string | undefined
}

/** The contact that a code is sent to, and the code. */
export const ContactFields = ({ client, channels, demo, purpose, proofs, fixed }: ContactFieldsProps) => {
  const intl = useIntl()
  const kind = kindOf(channels)
  return (
    <>
      {fixed === undefined ? (
        <Field
          name="contact"
          label={<FormattedMessage id={kind.label} />}
          hint={channels.includes('sms') && <FormattedMessage id="signIn.phoneHint" />}
          type={kind.type}
          autoComplete={kind.autoComplete}
          required
          missing={intl.formatMessage({ id: kind.missing })}
          onValue={proofs.prepare}
        />
      ) : (
        <input name="contact" value={fixed} readOnly hidden />
      )}
      <CodeField
        name="code"
        label={<FormattedMessage id="field.code" />}
        hint={demo && <FormattedMessage id="signIn.demoHint" />}
        storageKey={`lectern.code.${purpose}`}
        needs={['contact']}
        required
        onSend={({ contact = '' }) =>
          proofs.spend((proof) => client(requestCode, { body: { purpose, contact, proof } }), contact)
        }
      />
    </>
  )
}
