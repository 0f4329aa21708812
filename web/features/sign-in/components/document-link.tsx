import type { ReactNode } from 'react'
import type { AgreementName } from '@lectern/contract/accounts/account-values.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { documentPath } from '../../documents/document-address.ts'

/** Opens in a new tab, so that nothing typed is lost. */
const DocumentLink = ({ of, children }: { of: AgreementName; children: ReactNode }) => (
  <Link to={documentPath(of)} target="_blank">
    {children}
    <span className="visually-hidden">
      <FormattedMessage id="signIn.newTab" />
    </span>
  </Link>
)

/** Tags for messages that link to the documents. */
export const documentLinks: Record<AgreementName, (text: ReactNode) => ReactNode> = {
  privacy: (text) => <DocumentLink of="privacy">{text}</DocumentLink>,
  terms: (text) => <DocumentLink of="terms">{text}</DocumentLink>,
}
