import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { SizesOf } from './storage.ts'

interface ListedObject {
  key: string
  size: number
}

/** The objects of one folder, in the order of their keys. */
type ListFolder = (folder: string) => AsyncGenerator<ListedObject>

interface Bucket {
  bucket: string
  /** Of all keys of the site. */
  prefix: string
  send: (command: ListObjectsV2Command) => Promise<ListObjectsV2CommandOutput>
}

/** Folder by folder: others may keep objects in the same bucket. */
export const listObjects = ({ bucket, prefix, send }: Bucket): ListFolder =>
  async function* (folder) {
    let last = ''
    for (let token: string | undefined; ;) {
      const page = await send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: token }),
      )
      for (const { Key, Size } of page.Contents ?? []) {
        const key = Key!.slice(prefix.length)
        if (key <= last) throw new Error('the bucket does not list its keys in order')
        last = key
        yield { key, size: Size! }
      }
      token = page.NextContinuationToken
      if (!page.IsTruncated || token === undefined) return
    }
  }

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

/** Looks keys up, in their order, while it reads the listing once. */
export const sizesInListing = (list: ListFolder): SizesOf => {
  let folder: string | undefined
  let objects: AsyncGenerator<ListedObject> | undefined
  let current: ListedObject | undefined
  const advance = async (): Promise<void> => {
    const next = await objects!.next()
    current = next.done === true ? undefined : next.value
  }
  const sizeOf = async (key: string): Promise<number | undefined> => {
    if (folderOf(key) !== folder) {
      folder = folderOf(key)
      objects = list(folder)
      await advance()
    }
    while (current && current.key < key) await advance()
    return current?.key === key ? current.size : undefined
  }
  return async (keys) => {
    const sizes: (number | undefined)[] = []
    for (const key of keys) sizes.push(await sizeOf(key))
    return sizes
  }
}
