import type { Locale } from '@lectern/contract/locales.ts'
import * as contract from '@lectern/contract/works/works.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { signedIn } from '../../../platform/policy.ts'
import { drawReceipt, readReceipt, readSignedManifest } from './receipts.ts'

const rules = { policy: signedIn }

export const receiptRoutes = ({ serve, serveFile }: Http, siteTitle: (locale: Locale) => string): void => {
  serve(contract.readReceipt, rules, ({ ctx, params }) => readReceipt(ctx, params.id, params.number))

  serveFile(contract.readReceiptPdf, rules, async ({ ctx, params }) => ({
    type: 'application/pdf',
    ...(await drawReceipt(ctx, params.id, params.number, siteTitle(ctx.locale))),
  }))

  serveFile(contract.readManifest, rules, async ({ ctx, params }) => ({
    type: 'application/json',
    ...(await readSignedManifest(ctx, params.id, params.number)),
  }))
}
