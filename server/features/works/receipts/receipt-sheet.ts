import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { signingKeysPath, type Confirmation } from '@lectern/contract/works/work-values.ts'
import { t } from '../../../platform/messages.ts'
import { pemOf, signingKeyId } from '../../../platform/signing-keys.ts'
import { submissionTime } from './receipt-words.ts'
import { hashManifest, readManifest, type Manifest } from '../submission/manifest.ts'

/** What the receipt of a submission is made of. */
export interface SignedSubmission {
  /** Exactly the bytes that were signed. */
  manifest: string
  signature: Buffer
  /** 32 bytes. */
  publicKey: Buffer
  isLate: boolean
  /** By file; absent: all hashes are those of the contents. */
  confirmations?: ReadonlyMap<string, Confirmation>
}

interface Fact {
  label: string
  value: string
}

/** A receipt on paper, in one language: only its places are not decided yet. It is copied into the thread that draws it. */
export interface ReceiptSheet {
  locale: Locale
  site: string
  title: string
  facts: Fact[]
  about: string
  qr: { address: string; label: string }
  materials: {
    heading: string
    parts: { label: string; text: string | null; files: { name: string; size: string; sha256: string }[] }[]
    nothing: string
  }
  names: { heading: string; list: Fact[] }
  declarations: { heading: string; list: string[] }
  proof: {
    heading: string
    hashes: Fact[]
    signature: Fact
    others: Fact[]
  }
  verify: { heading: string; steps: { text: string; command: string }[] }
  footer: string
  /** With {page} and {pages}. */
  pages: string
  attachments: { name: string; type: string; description: string; content: Uint8Array }[]
  /** When it was submitted: the same receipt has the same bytes whenever it is made, once its files are confirmed. */
  at: Date
}

interface SiteFacts {
  /** In the language of the receipt. */
  title: string
  /** The site's public address, with the router base. */
  address: string
}

/** Paper does not repeat whole essays; the manifest has them. */
const maxCharacters = 400

const shorten = (locale: Locale, text: string): string => {
  const characters = Array.from(text)
  if (characters.length <= maxCharacters) return text
  return characters.slice(0, maxCharacters).join('').trimEnd() + t(locale, 'receiptPdf.more')
}

/** The file's name when it is saved; the commands on the receipt use it. */
export const receiptFileName = ({ enrolment, number }: Pick<Manifest, 'enrolment' | 'number'>): string =>
  `receipt-${enrolment.replaceAll(/[^\w-]/g, '_')}-${number}.pdf`

export const receiptPath = ({ work, number }: Pick<Manifest, 'work' | 'number'>): string =>
  `/account/Work/Receipt?id=${work}&number=${number}`

/** Said only of a file whose hash is not confirmed: the receipt of confirmed files always has the same bytes. */
const sizeText = (locale: Locale, bytes: number, confirmation: Confirmation = 'confirmed'): string => {
  const size = t(locale, 'receipt.bytes', { bytes })
  return confirmation === 'confirmed'
    ? size
    : t(locale, 'receiptPdf.sizeAndHash', { size, hash: t(locale, `receipt.hash.${confirmation}`) })
}

const materialsOf = (
  locale: Locale,
  { parts }: Manifest,
  confirmations: SignedSubmission['confirmations'],
): ReceiptSheet['materials'] => ({
  heading: t(locale, 'receipt.materials'),
  nothing: t(locale, 'receipt.nothing'),
  parts: parts.map(({ label, text, files }) => ({
    label: localize(label, locale).text,
    text: text === null ? null : shorten(locale, text),
    files: files.map(({ id, name, size, sha256 }) => ({
      name,
      size: sizeText(locale, size, confirmations?.get(id)),
      sha256,
    })),
  })),
})

const factsOf = (locale: Locale, manifest: Manifest, isLate: boolean): Fact[] => {
  const version = t(locale, 'receipt.submission', { number: manifest.number })
  return [
    { label: t(locale, 'receipt.enrolment'), value: manifest.enrolment },
    { label: t(locale, 'receipt.version'), value: version },
    { label: t(locale, 'receipt.at'), value: submissionTime(locale, manifest) },
    ...(isLate ? [{ label: '', value: t(locale, 'receipt.late') }] : []),
    { label: t(locale, 'receipt.activity'), value: localize(manifest.activity.name, locale).text },
    { label: t(locale, 'receipt.team'), value: manifest.team },
    { label: t(locale, 'receipt.workTitle'), value: manifest.title },
    ...(manifest.summary === ''
      ? []
      : [{ label: t(locale, 'receipt.summary'), value: shorten(locale, manifest.summary) }]),
  ]
}

const stepsOf = (locale: Locale, manifest: Manifest, keysAddress: string): ReceiptSheet['verify']['steps'] => [
  { text: t(locale, 'receiptPdf.attachments'), command: `pdfdetach -saveall ${receiptFileName(manifest)}` },
  { text: t(locale, 'receiptPdf.hash'), command: 'sha256sum manifest.json' },
  {
    text: t(locale, 'receiptPdf.signature'),
    command: 'openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in manifest.json -sigfile manifest.sig',
  },
  { text: t(locale, 'receiptPdf.files'), command: 'sha256sum *' },
  { text: t(locale, 'receiptPdf.key'), command: `curl ${keysAddress}` },
]

const proofOf = (
  locale: Locale,
  { manifest: text, signature, publicKey }: SignedSubmission,
  addresses: { keys: string; page: string },
): ReceiptSheet['proof'] => {
  const { previous } = readManifest(text)
  return {
    heading: t(locale, 'receipt.proof'),
    hashes: [
      { label: t(locale, 'receipt.hash'), value: hashManifest(text).toString('hex') },
      ...(previous === null ? [] : [{ label: t(locale, 'receipt.previous'), value: previous }]),
    ],
    signature: { label: t(locale, 'receipt.signature'), value: signature.toString('base64') },
    others: [
      { label: t(locale, 'receipt.key'), value: signingKeyId(publicKey) },
      { label: t(locale, 'receipt.published'), value: addresses.keys },
      { label: t(locale, 'receipt.page'), value: addresses.page },
    ],
  }
}

/** Everything on the receipt, in words. */
export const composeReceipt = (locale: Locale, submission: SignedSubmission, site: SiteFacts): ReceiptSheet => {
  const manifest = readManifest(submission.manifest)
  const page = `${site.address}${receiptPath(manifest)}`
  const keys = new URL(signingKeysPath, site.address).href
  const attachment = (name: string, type: string, description: string, content: Uint8Array) => ({
    name,
    type,
    description,
    content,
  })
  return {
    locale,
    site: site.title,
    title: t(locale, 'receipt.title'),
    facts: factsOf(locale, manifest, submission.isLate),
    about: t(locale, 'receiptPdf.about'),
    qr: { address: page, label: t(locale, 'receiptPdf.scan') },
    materials: materialsOf(locale, manifest, submission.confirmations),
    names: {
      heading: t(locale, 'receipt.names'),
      list: manifest.names.map(({ role, name }) => ({ label: t(locale, `receipt.role.${role}`), value: name })),
    },
    declarations: {
      heading: t(locale, 'receipt.declarations'),
      list: manifest.declarations.map(({ text }) => localize(text, locale).text),
    },
    proof: proofOf(locale, submission, { keys, page }),
    verify: { heading: t(locale, 'receiptPdf.verify'), steps: stepsOf(locale, manifest, keys) },
    footer: `${manifest.enrolment}  |  ${t(locale, 'receipt.submission', { number: manifest.number })}`,
    pages: t(locale, 'receiptPdf.pages', { page: '{page}', pages: '{pages}' }),
    attachments: [
      attachment(
        'manifest.json',
        'application/json',
        t(locale, 'receiptPdf.manifestFile'),
        Buffer.from(submission.manifest),
      ),
      attachment(
        'manifest.sig',
        'application/octet-stream',
        t(locale, 'receiptPdf.signatureFile'),
        submission.signature,
      ),
      attachment(
        'key.pem',
        'application/x-pem-file',
        t(locale, 'receiptPdf.keyFile'),
        Buffer.from(pemOf(submission.publicKey)),
      ),
    ],
    at: new Date(manifest.submittedAt),
  }
}
