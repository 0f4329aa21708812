import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { UploadLost, type StoredPart, type UploadState } from './storage.ts'

/** The state of an upload in parts that browsers send; the bucket itself knows the parts. */
interface PartsState extends UploadState {
  uploadId: string
  isInParts: true
}

export const isInParts = (uploadState: UploadState): uploadState is PartsState => uploadState['isInParts'] === true

export const uploadIdOf = (uploadState: UploadState): string => {
  if (!isInParts(uploadState)) throw new Error('the upload is not sent in parts')
  return uploadState.uploadId
}

interface Address {
  Bucket: string
  Key: string
}

type ListedPart = StoredPart & { etag: string }

interface Deps {
  client: S3Client
  /** Sends a request; throws the errors of a storage. */
  send: <T>(request: (options: { abortSignal: AbortSignal }) => Promise<T>, work: 'answer' | 'write') => Promise<T>
  /** The same; undefined: nothing is there. */
  sendUnlessMissing: <T>(request: (options: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T | undefined>
}

/** Uploads in parts, of which the bucket keeps the checksums. */
export const createBucketParts = ({ client, send, sendUnlessMissing }: Deps) => {
  const listParts = async (address: Address, UploadId: string): Promise<ListedPart[] | undefined> => {
    const parts: ListedPart[] = []
    for (let marker: string | undefined; ;) {
      const command = new ListPartsCommand({ ...address, UploadId, ...(marker && { PartNumberMarker: marker }) })
      const page = await sendUnlessMissing((options) => client.send(command, options))
      if (!page) return undefined
      for (const { PartNumber, Size, ChecksumSHA256, ETag } of page.Parts ?? [])
        parts.push({ number: PartNumber!, size: Size!, sha256: ChecksumSHA256 ?? null, etag: ETag! })
      if (!page.IsTruncated || !page.NextPartNumberMarker) return parts
      marker = page.NextPartNumberMarker
    }
  }

  return {
    begin: async (address: Address): Promise<PartsState> => {
      // The bucket refuses checksums of parts that were not announced.
      const command = new CreateMultipartUploadCommand({ ...address, ChecksumAlgorithm: 'SHA256' })
      const { UploadId } = await send((options) => client.send(command, options), 'answer')
      return { uploadId: UploadId!, isInParts: true }
    },

    list: async (address: Address, uploadState: UploadState): Promise<StoredPart[] | undefined> =>
      (await listParts(address, uploadIdOf(uploadState)))?.map(({ number, size, sha256 }) => ({
        number,
        size,
        sha256,
      })),

    /** Puts the parts together that the bucket has. */
    finish: async (address: Address, uploadState: UploadState): Promise<void> => {
      const UploadId = uploadIdOf(uploadState)
      const parts = await listParts(address, UploadId)
      if (!parts || parts.length === 0) throw new UploadLost()
      const Parts = parts.map(({ number, etag, sha256 }): CompletedPart => ({
        PartNumber: number,
        ETag: etag,
        ...(sha256 !== null && { ChecksumSHA256: sha256 }),
      }))
      const command = new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts } })
      await send((options) => client.send(command, options), 'write')
    },
  }
}
