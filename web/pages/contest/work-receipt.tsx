import { signingKeysPath } from '@lectern/contract/work-values.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { WorkReceipt } from '../../features/works/components/work-receipt.tsx'
import { readReceipt } from '../../features/works/api.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const quietly = { skipErrorHandler: true }

/** Of the submission that the address names, or of the latest. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id') ?? ''
  const read = (number: string) => client(readReceipt, { params: { id, number } }, quietly)
  const number = query.get('number')
  const receipt = await read(number ?? '1')
  return number === null && receipt.latest > 1 ? read(String(receipt.latest)) : receipt
}

export default function WorkReceiptPage() {
  const intl = useIntl()
  const { origin } = useSite()
  return (
    <>
      <PageHead title={intl.formatMessage({ id: 'receipt.title' })} />
      <WorkReceipt receipt={useData<typeof loader>()} keysAddress={origin + signingKeysPath} />
    </>
  )
}
