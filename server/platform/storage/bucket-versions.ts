import type { Readable } from 'node:stream'
import {
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../config.ts'
import { checkKey } from './storage.ts'

/** What identifies the content of an object without reading it. */
export interface ObjectVersion {
  size: number
  etag: string
  /** Absent: the bucket keeps no versions. */
  version?: string
}

/** Objects of a bucket and the versions that it keeps of them. */
export interface BucketVersions {
  /** Whether what is deleted or replaced in the bucket can be read by its version from now on. */
  areKept(): Promise<boolean>
  /** Undefined: there is no such object, or no such version of it. */
  find(key: string, version?: string): Promise<ObjectVersion | undefined>
  read(key: string, version?: string): Promise<Readable>
  close(): void
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** A version that does not exist is a 404, a malformed one a 400, and a mark of deletion a 405. */
const missing: ReadonlySet<number | undefined> = new Set([400, 404, 405])

/** Servers that know no versions call all of them `null`. */
const versionOf = (id: string | undefined) => (id === undefined || id === 'null' ? {} : { version: id })

export const createBucketVersions = (config: S3Config): BucketVersions => {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, prefix, pathStyle } = config
  const client = new S3Client({
    endpoint: endpoint.href,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 60_000 },
  })
  const at = (key: string, version?: string) => ({
    Bucket,
    Key: prefix + checkKey(key),
    ...(version !== undefined && { VersionId: version }),
  })
  return {
    areKept: async () => {
      try {
        return (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status === 'Enabled'
      } catch (error) {
        // Servers without versions do not know the question, and a key may lack the right to ask.
        if (statusOf(error) !== undefined && statusOf(error)! < 502) return false
        throw error
      }
    },
    find: async (key, version) => {
      try {
        const { ContentLength, ETag, VersionId } = await client.send(new HeadObjectCommand(at(key, version)))
        return { size: ContentLength!, etag: ETag!.replaceAll('"', ''), ...versionOf(VersionId) }
      } catch (error) {
        if (missing.has(statusOf(error))) return undefined
        throw error
      }
    },
    read: async (key, version) => {
      const answer: GetObjectCommandOutput = await client.send(new GetObjectCommand(at(key, version)))
      return answer.Body as Readable
    },
    close: () => client.destroy(),
  }
}
