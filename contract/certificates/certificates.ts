import { z } from 'zod'
import { lines, readLine, search } from '../accounts/account-fields.ts'
import {
  certificateKinds,
  certificateStates,
  correctionStates,
  maxCertificateName,
  maxCertificateText,
  maxChosenCertificates,
  maxCorrectionReason,
} from './certificate-values.ts'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  activityId,
  certificateId,
  certificateIssueId,
  certificateSeriesId,
  certificateTemplateId,
  correctionId,
  editionId,
  taskId,
  workId,
} from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'

/** Certificates: for organisers, for their holders, and for anybody who verifies one. */

const refusal = z.string().nullable()
const kind = z.enum(certificateKinds)
const state = z.enum(certificateStates)
/** In hexadecimal digits. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What is printed, in the language of the certificate. Empty: not printed. */
const printed = z.object({
  name: z.string(),
  people: z.string(),
  advisors: z.string(),
  award: z.string(),
  work: z.string(),
  team: z.string(),
  institution: z.string(),
  activity: z.string(),
  edition: z.string(),
  role: z.string(),
  note: z.string(),
})
export type PrintedCertificate = z.infer<typeof printed>

const linked = z.object({ id: certificateId, number: z.string() })

const listedCertificate = z.object({
  id: certificateId,
  number: z.string(),
  kind,
  state,
  locale: z.enum(locales),
  name: z.string(),
  award: z.string(),
  work: z.string(),
  institution: z.string(),
  activity: z.string(),
  edition: z.string(),
  issue: certificateIssueId,
  holder: accountId.nullable(),
  issuedAt: z.iso.datetime(),
  /** The PDF has been made. */
  isReady: z.boolean(),
  notifiedAt: z.iso.datetime().nullable(),
  /** Why it was revoked or replaced. */
  reason: z.string().nullable(),
  replacedBy: linked.nullable(),
})
export type ListedCertificate = z.infer<typeof listedCertificate>

const certificateFilter = z.strictObject({
  edition: editionId.optional(),
  activity: activityId.optional(),
  issue: certificateIssueId.optional(),
  series: certificateSeriesId.optional(),
  kind: kind.optional(),
  state: state.optional(),
  /** `changed`: valid ones for a prize that the announced list no longer gives to their work. */
  award: z.literal('changed').optional(),
  /** `demo`: valid ones that bear the stamp of the demo's invented committee. */
  stamp: z.literal('demo').optional(),
  institution: readLine(maxCertificateText).optional(),
  /** In numbers, names, titles of works and institutions. */
  search: search.optional(),
})
export type CertificateFilter = z.infer<typeof certificateFilter>

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates',
  summary: 'Certificates, the newest numbers first, for organisers',
  query: pageQuery.extend(certificateFilter.shape),
  answer: pageOf(listedCertificate),
})

const certificate = listedCertificate.extend({
  printed,
  /** As printed: a day. */
  date: z.string(),
  /** The address that its QR code holds. */
  address: z.string(),
  sha256: hash.nullable(),
  contentHash: hash,
  size: z.int().nullable(),
  templateNumber: z.int(),
  endedAt: z.iso.datetime().nullable(),
  replaces: linked.nullable(),
  may: z.object({ revoke: refusal, replace: refusal }),
})
export type Certificate = z.infer<typeof certificate>

const params = z.strictObject({ id: certificateId })

export const readCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/:id',
  summary: 'A certificate with everything that is printed on it, for organisers',
  params,
  answer: certificate,
})

/** The response is a PDF: for its holder and for organisers. */
export const readCertificatePdf = endpoint({
  method: 'GET',
  path: '/api/certificates/:id/pdf',
  summary: 'The PDF of a certificate, for its holder and for organisers',
  params,
  answer: z.never(),
})

/** The response is a picture: for its holder and for organisers. */
export const readCertificatePicture = endpoint({
  method: 'GET',
  path: '/api/certificates/:id/picture',
  summary: 'The first page of a certificate as a picture, for its holder and for organisers',
  params,
  answer: z.never(),
})

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/api/certificates/:id/revocation',
  summary: 'Revokes a certificate, with a reason; it never verifies as valid again',
  params,
  body: z.strictObject({ reason: lines(maxCorrectionReason) }),
  answer: certificate,
})

const corrected = readLine(maxCertificateText).or(z.literal(''))

export const replaceCertificate = endpoint({
  method: 'POST',
  path: '/api/certificates/:id/replacement',
  summary: 'Replaces a certificate by one with a new number and corrected texts, with a reason',
  params,
  idempotent: true,
  body: z.strictObject({
    reason: lines(maxCorrectionReason),
    /** What differs from the old one; the rest stays. The award is that of the list in force, and cannot be typed. */
    printed: z
      .strictObject({
        name: readLine(maxCertificateName),
        people: corrected,
        advisors: corrected,
        work: corrected,
        team: corrected,
        institution: corrected,
        role: corrected,
        note: corrected,
      })
      .partial(),
    notify: z.boolean(),
  }),
  /** The new one. */
  answer: certificate,
})

/** Sites that began with version 0.3.0 or earlier may have issued with the stamp of the demo. */
export const readStamped = endpoint({
  method: 'GET',
  path: '/api/certificates/stamped',
  summary: 'How many valid certificates bear the stamp of the demo, and the templates that would print them anew',
  answer: z.object({
    certificates: z.int(),
    templates: z.array(z.object({ id: certificateTemplateId, name: z.string() })),
  }),
})

export const replaceStamped = endpoint({
  method: 'POST',
  path: '/api/certificates/stamped/replacement',
  summary:
    'Starts a task that replaces the certificates with the stamp of the demo, printed with the last version of their template',
  body: z.strictObject({ reason: lines(maxCorrectionReason), notify: z.boolean() }),
  answer: z.object({ task: taskId, certificates: z.int() }),
})

/** The archive is a file of the task. */
export const bundleCertificates = endpoint({
  method: 'POST',
  path: '/api/certificates/bundles',
  summary: 'Starts a task that puts the PDFs of valid certificates into a ZIP archive',
  body: z.strictObject({
    filter: certificateFilter.omit({ state: true }).optional(),
    /** These alone. */
    ids: z.array(certificateId).min(1).max(maxChosenCertificates).optional(),
  }),
  answer: z.object({ task: taskId, certificates: z.int() }),
})

const ownCertificate = listedCertificate.omit({ issue: true, holder: true, notifiedAt: true }).extend({
  address: z.string(),
  /** There is a picture of its first page. */
  hasPicture: z.boolean(),
})
export type OwnCertificate = z.infer<typeof ownCertificate>

const ownCorrection = z.object({
  id: correctionId,
  state: z.enum(correctionStates),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  /** The organisers' answer. */
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
})

/** A name as it stands in a submission and will be printed, unless it is corrected. */
const expectedName = z.object({
  work: workId,
  number: z.string(),
  title: z.string(),
  activity: z.string(),
  name: z.string(),
  correction: ownCorrection.nullable(),
  may: z.object({ correct: refusal }),
})
export type ExpectedName = z.infer<typeof expectedName>

export const listOwnCertificates = endpoint({
  method: 'GET',
  path: '/api/account/certificates',
  summary: "The caller's certificates, and their names on works whose certificates are not issued yet",
  answer: z.object({ list: z.array(ownCertificate), expected: z.array(expectedName) }),
})

export const requestCorrection = endpoint({
  method: 'POST',
  path: '/api/account/certificates/corrections',
  summary: "Asks for a correction of the caller's name before certificates of a work are issued",
  body: z.strictObject({ work: workId, name: readLine(maxCertificateName), reason: lines(maxCorrectionReason) }),
  answer: ownCorrection,
})

export const withdrawCorrection = endpoint({
  method: 'DELETE',
  path: '/api/account/certificates/corrections/:id',
  summary: 'Withdraws a request that is not decided yet',
  params: z.strictObject({ id: correctionId }),
  answer: z.object({}),
})

const correction = ownCorrection.extend({
  person: z.object({ id: accountId, name: z.string() }).nullable(),
  work: z.object({ id: workId, number: z.string(), title: z.string(), activity: z.string() }),
})
export type Correction = z.infer<typeof correction>

export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/certificate-corrections',
  summary: 'Requests for corrections, open ones first, for organisers',
  query: pageQuery.extend({ state: z.enum(correctionStates).optional() }),
  answer: pageOf(correction),
})

export const decideCorrection = endpoint({
  method: 'POST',
  path: '/api/certificate-corrections/:id/decision',
  summary: 'Accepts a request, or refuses it with an answer',
  params: z.strictObject({ id: correctionId }),
  body: z.strictObject({ decision: z.enum(['accepted', 'refused']), answer: lines(maxCorrectionReason).optional() }),
  answer: correction,
})

/** What anybody may know about a number. `unknown`: there is no such certificate, or the number is mistyped. */
const verification = z.object({
  /** As it is written; null: what was typed is no number. */
  number: z.string().nullable(),
  state: z.enum([...certificateStates, 'unknown']),
  /** `none`: no code was given. */
  code: z.enum(['none', 'right', 'wrong']),
  kind: kind.nullable(),
  locale: z.enum(locales).nullable(),
  /** Without the right code all but the first and last characters are hidden. */
  name: z.string().nullable(),
  award: z.string().nullable(),
  activity: z.string().nullable(),
  edition: z.string().nullable(),
  /** Only with the right code. */
  printed: printed.nullable(),
  date: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Only with the right code. */
  reason: z.string().nullable(),
  /** The number of the certificate that stands instead. */
  replacedBy: z.string().nullable(),
  /** Of the PDF, to be compared with a file; only with the right code. Null: it is not made yet. */
  sha256: hash.nullable(),
})
export type Verification = z.infer<typeof verification>

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/api/certificate-verification/:number',
  summary: 'Whether a certificate is valid: all that is printed with its code, else a masked name',
  // Whatever was typed or scanned gets an answer: what is too long is unknown, or wrong.
  params: z.strictObject({ number: z.string().max(1_000) }),
  query: z.strictObject({ code: z.string().max(1_000).optional() }),
  answer: verification,
})

/** Whoever has the PDF has its code: the answer is that for the right code, or `unknown`. */
export const verifyPdf = endpoint({
  method: 'GET',
  path: '/api/certificate-verification',
  summary: 'The certificate whose PDF has this SHA-256',
  query: z.strictObject({ sha256: hash }),
  answer: verification,
})
