import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Config } from '../config.ts'
import { startSite, type TestSite } from './site.ts'

export interface S3Server {
  config: S3Config
  close(): Promise<void>
}

/** A real S3-compatible server with an empty bucket. */
export const startS3 = async (): Promise<S3Server> => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'lectern', configs: [] }],
  })
  const { port } = await server.run()
  return {
    config: {
      endpoint: new URL(`http://127.0.0.1:${port}`),
      publicEndpoint: undefined,
      region: 'us-east-1',
      bucket: 'lectern',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      prefix: 'contest/',
      pathStyle: true,
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A site with the database of another one that stores files in a bucket. */
export const startBucketSite = async ({ databaseUrl }: Pick<TestSite, 'databaseUrl'>): Promise<TestSite> => {
  const s3 = await startS3()
  const site = await startSite({ databaseUrl, config: { s3: s3.config } })
  return {
    ...site,
    close: async () => {
      await site.close()
      await s3.close()
    },
  }
}
