import { readTemplate, type CertificateTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateTemplateId } from '@lectern/contract/ids.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../../request/client.ts'

/** A template; undefined while it is loaded. The request shows why it cannot be. */
export const useTemplate = (
  client: Client,
  id: CertificateTemplateId,
  onFailed: () => void,
): CertificateTemplate | undefined => {
  const [template, setTemplate] = useState<CertificateTemplate>()
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let isGone = false
    client(readTemplate, { params: { id } }).then(
      (answer) => isGone || setTemplate(answer),
      () => isGone || fail(),
    )
    return () => {
      isGone = true
    }
  }, [client, id])
  return template
}
