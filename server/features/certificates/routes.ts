import * as contract from '@lectern/contract/certificates/certificates.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers, organisersAndPrograms, signedIn } from '../../platform/policy.ts'
import { bundleCertificates } from './holders/bundles.ts'
import {
  listCertificates,
  readCertificate,
  readCertificatePdf,
  readCertificatePicture,
  revokeCertificate,
} from './holders/certificates.ts'
import { replaceCertificate } from './holders/replacements.ts'
import { readStamped, replaceStamped } from './holders/stamped.ts'
import { certificatesOfOthers, correctionsOfOthers } from './affected-activities.ts'
import {
  decideCorrection,
  listCorrections,
  listOwnCertificates,
  requestCorrection,
  withdrawCorrection,
} from './holders/corrections.ts'
import type { PdfSigner } from './issues/issue-certificates.ts'
import { verifyCertificate, verifyPdf } from './verification/verification.ts'

const office = { policy: organisers('contest') }
const others = { ...office, ...certificatesOfOthers }
const own = { policy: signedIn }
const open = { policy: everyone }

export const certificateRoutes = ({ serve, serveFile }: Http, signer: PdfSigner | undefined): void => {
  serve(contract.listCertificates, { policy: organisersAndPrograms('certificates', 'contest') }, ({ ctx, query }) =>
    listCertificates(ctx, query),
  )
  serve(contract.readCertificate, office, ({ ctx, params }) => readCertificate(ctx, params.id))
  serveFile(contract.readCertificatePdf, { ...own, isStored: true }, ({ ctx, params }) =>
    readCertificatePdf(ctx, params.id),
  )
  serveFile(contract.readCertificatePicture, { ...own, isStored: true }, ({ ctx, params }) =>
    readCertificatePicture(ctx, params.id),
  )
  serve(contract.revokeCertificate, others, ({ ctx, params, body }) => revokeCertificate(ctx, params.id, body))
  serve(contract.replaceCertificate, others, ({ ctx, params, body, idempotencyKey }) =>
    replaceCertificate(ctx, params.id, body, { key: idempotencyKey, signer }),
  )
  serve(contract.readStamped, office, ({ ctx }) => readStamped(ctx))
  serve(contract.replaceStamped, office, ({ ctx, body }) => replaceStamped(ctx, body))
  serve(contract.bundleCertificates, { ...office, largestBody: 64 * 1024 }, ({ ctx, body }) =>
    bundleCertificates(ctx, body),
  )

  serve(contract.listOwnCertificates, own, ({ ctx }) => listOwnCertificates(ctx))
  serve(contract.requestCorrection, own, ({ ctx, body }) => requestCorrection(ctx, body))
  serve(contract.withdrawCorrection, own, async ({ ctx, params }) => {
    await withdrawCorrection(ctx, params.id)
    return {}
  })
  serve(contract.listCorrections, office, ({ ctx, query }) => listCorrections(ctx, query))
  serve(contract.decideCorrection, { ...office, ...correctionsOfOthers }, ({ ctx, params, body }) =>
    decideCorrection(ctx, params.id, body),
  )

  serve(contract.verifyCertificate, open, ({ ctx, params, query }) => verifyCertificate(ctx, params.number, query.code))
  serve(contract.verifyPdf, open, ({ ctx, query }) => verifyPdf(ctx, query.sha256))
}
