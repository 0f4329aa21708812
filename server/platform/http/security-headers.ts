import type { Config } from '../../config.ts'
import { addressIn } from '../storage/presign.ts'

type PolicyConfig = Partial<Pick<Config, 's3'>>

/** Where pages may fetch files and send them to; the bucket only if browsers can reach it. */
const fileSources = ({ s3 }: PolicyConfig): string =>
  s3?.publicEndpoint ? `'self' ${addressIn(s3, s3.publicEndpoint).origin}` : "'self'"

const strictPolicy = (config: PolicyConfig): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `media-src ${fileSources(config)}`,
    `connect-src ${fileSources(config)}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The office's components insert style elements at run time. Scripts are as restricted as everywhere. */
export const officePolicy = (config: PolicyConfig): string =>
  strictPolicy(config).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

/** Headers of every response: pages, data, files and errors alike. */
export const securityHeaders = (
  config: Pick<Config, 'publicUrl'> & PolicyConfig,
  policy = strictPolicy(config),
): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  ...(config.publicUrl?.protocol === 'https:' && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
})
