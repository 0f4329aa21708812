import { expect, test } from 'vitest'
import { listObjects, sizesInListing } from './bucket-listing.ts'

/** A bucket that answers with these pages, and the folders and tokens that it was asked for. */
const bucketOf = (pages: readonly (readonly string[])[]) => {
  const requests: (readonly [string | undefined, string | undefined])[] = []
  const list = listObjects({
    bucket: 'lectern',
    prefix: 'contest/',
    send: async ({ input }) => {
      requests.push([input.Prefix, input.ContinuationToken])
      const number = Number(input.ContinuationToken ?? 0)
      const isLast = number === pages.length - 1
      return {
        $metadata: {},
        Contents: pages[number]!.map((key) => ({ Key: `contest/${key}`, Size: key.length })),
        IsTruncated: !isLast,
        NextContinuationToken: isLast ? undefined : String(number + 1),
      }
    },
  })
  return { list, requests }
}

test('keys are looked up in one pass through the listing, over all its pages', async () => {
  const { list, requests } = bucketOf([['video/a', 'video/a-copy'], ['video/b', 'video/c'], ['video/e']])
  const sizesOf = sizesInListing(list)
  expect(await sizesOf(['video/a', 'video/a-copy', 'video/aa'])).toEqual([7, 12, undefined])
  expect(await sizesOf(['video/c', 'video/d', 'video/e', 'video/f'])).toEqual([7, undefined, 7, undefined])
  expect(requests).toEqual([
    ['contest/video/', undefined],
    ['contest/video/', '1'],
    ['contest/video/', '2'],
  ])
})

test('each folder is listed for itself', async () => {
  const { list, requests } = bucketOf([['answer/a', 'video/a']])
  expect(await sizesInListing(list)(['answer/a', 'picture/a', 'video/a'])).toEqual([8, undefined, 7])
  expect(requests.map(([prefix]) => prefix)).toEqual(['contest/answer/', 'contest/picture/', 'contest/video/'])
})

test('a bucket that does not list its keys in order is not believed', async () => {
  const { list } = bucketOf([['video/b'], ['video/a']])
  await expect(sizesInListing(list)(['video/c'])).rejects.toThrow('the bucket does not list its keys in order')
})
