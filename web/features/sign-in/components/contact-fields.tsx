import { useState } from 'react'
import type { Channel, codePurposes } from '@lectern/contract/account-values.ts'
import type { Client } from '../../../request/client.ts'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { requestCode } from '../api.ts'
import { createProofs, obtainProof, type Proofs } from '../proof.ts'

/** How codes reach people on this site. */
export interface Sending {
  client: Client
  channels: readonly Channel[]
  /** Nothing is really sent: organisers see the codes. */
  demo: boolean
}

/** Names and browser's help for a contact, by the channels there are. */
const kinds = {
  both: { label: 'field.contact', missing: 'field.contact.required', type: 'text', autoComplete: 'email' },
  mail: { label: 'field.email', missing: 'field.email.required', type: 'email', autoComplete: 'email' },
  sms: { label: 'field.phone', missing: 'field.phone.required', type: 'tel', autoComplete: 'tel' },
} as const

const kindOf = (channels: readonly Channel[]) => kinds[channels.length > 1 ? 'both' : (channels[0] ?? 'both')]

/** Proofs for asking for codes; the same supply as long as the form is there. */
export const useCodeProofs = (client: Client): Proofs =>
  useState(() => createProofs(({ identifier, ...options }) => obtainProof(client, 'code', identifier, options)))[0]

interface ContactFieldsProps extends Sending {
  purpose: (typeof codePurposes)[number]
  proofs: Proofs
  /** The one contact that will do: it is named, and cannot be changed. */
  fixed?: string | undefined
}

/** Where a code is sent to, and the code. */
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
