import { useEffect } from 'react'
import { readReceipt } from '@lectern/contract/works/works.ts'
import { signingKeysPath } from '@lectern/contract/works/work-values.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { WorkReceipt } from '../../features/works/components/work-receipt.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
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

const pollMilliseconds = 3_000

export default function WorkReceiptPage() {
  const intl = useIntl()
  const { origin } = useSite()
  const receipt = useData<typeof loader>()
  const router = useRouter()
  const isWaiting = receipt.parts.some(({ files }) => files.some(({ confirmation }) => confirmation === 'waiting'))
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void router.reload()
    }, pollMilliseconds)
    return () => clearInterval(timer)
  }, [isWaiting, router])
  return (
    <>
      <PageHead title={intl.formatMessage({ id: 'receipt.title' })} />
      <WorkReceipt receipt={receipt} keysAddress={origin + signingKeysPath} />
    </>
  )
}
