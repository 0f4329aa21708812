import type { Config } from '../../config.ts'

const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The office's components insert style elements at run time. Scripts are as restricted as everywhere. */
export const officePolicy = strictPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

/** Headers of every response: pages, data, files and errors alike. */
export const securityHeaders = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  policy = strictPolicy,
): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  ...(publicUrl?.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
