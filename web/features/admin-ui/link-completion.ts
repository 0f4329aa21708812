import { linkAddress } from '@lectern/contract/pages/link-addresses.ts'

const mailbox = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/
const host = /^[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?=$|[/?#:])/u

/** Completes a typed address to a URL; undefined if it cannot be a link. */
export const completeLink = (typed: string): string | undefined => {
  const text = typed.trim()
  if (linkAddress.test(text)) return text
  const completed = mailbox.test(text) ? `mailto:${text}` : `https://${text}`
  return (mailbox.test(text) || host.test(text)) && linkAddress.test(completed) ? completed : undefined
}
