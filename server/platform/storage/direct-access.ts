import type { S3Config } from '../../config.ts'
import { uploadIdOf } from './bucket-parts.ts'
import { presign } from './presign.ts'
import { checkKey, type DirectAccess } from './storage.ts'

/** A link is followed at once; whoever passes it on passes on a minute. */
const linkSeconds = 60

/** A part is sent as soon as its link is there; sending it may take longer. */
const partSeconds = 120

/** Presigned addresses of a bucket. Making one asks nobody. */
export const createDirectAccess = (config: S3Config, endpoint: URL): DirectAccess => ({
  link: async (key, { type, disposition, cacheControl }) =>
    presign(config, endpoint, {
      method: 'GET',
      key: config.prefix + checkKey(key),
      query: {
        'response-cache-control': cacheControl,
        'response-content-disposition': disposition,
        'response-content-type': type,
      },
      seconds: linkSeconds,
    }),
  partLink: (key, uploadState, { number, size, sha256 }) =>
    presign(config, endpoint, {
      method: 'PUT',
      key: config.prefix + checkKey(key),
      query: { partNumber: String(number), uploadId: uploadIdOf(uploadState) },
      headers: { 'content-length': String(size), 'x-amz-checksum-sha256': sha256 },
      seconds: partSeconds,
    }),
})
