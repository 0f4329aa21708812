import type { CORSRule } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { originOf } from '../installation.ts'
import { browserRequests, checkBucketAccess } from '../platform/storage/bucket-access.ts'
import { refusal, type Command } from './command.ts'

const ruleId = 'lectern'

const ruleFor = (origin: string): CORSRule => ({
  ID: ruleId,
  AllowedOrigins: [origin],
  AllowedMethods: browserRequests.methods,
  AllowedHeaders: browserRequests.headers,
  ExposeHeaders: browserRequests.exposed,
  MaxAgeSeconds: 3_600,
})

/** Rules of others stay. */
const writeRule = async (config: S3Config, rule: CORSRule): Promise<void> => {
  const { GetBucketCorsCommand, PutBucketCorsCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, pathStyle } = config
  const client = new S3Client({
    endpoint: endpoint.href,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
  })
  try {
    const readRules = async (): Promise<CORSRule[]> =>
      (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules ?? []
    const others = await readRules().catch((error: unknown) => {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return []
      throw error
    })
    const rules = [...others.filter(({ ID }) => ID !== ruleId), rule]
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: rules } }))
  } finally {
    client.destroy()
  }
}

export const bucketSetup: Command = {
  summary: 'let browsers use the bucket of files',
  help: 'Sets the rule of the bucket (CORS) by which pages of PUBLIC_URL may send files to it and read them from it with addresses that Lectern has signed, and asks the bucket as a browser does. Other rules of the bucket stay. Run it with the variables of the site, and again after PUBLIC_URL has changed.',
  run: async ({ config }) => {
    const { s3 } = config
    if (!s3) return refusal('Files are kept in the data folder: there is no bucket to set up (S3_ENDPOINT).')
    if (!s3.publicEndpoint)
      return refusal(
        'Browsers cannot reach the bucket: S3_PUBLIC_ENDPOINT is off, or the bucket has no https and the site does. Files pass through Lectern.',
      )
    const origin = originOf(config)
    const rule = ruleFor(origin)
    try {
      await writeRule(s3, rule)
    } catch (error) {
      return refusal(
        `The bucket ${s3.bucket} did not take the rule: ${(error as Error).name}. The key may lack the right to change it.`,
        `Set it by hand: ${JSON.stringify({ CORSRules: [rule] })}`,
      )
    }
    const problem = await checkBucketAccess(s3, origin)
    if (problem) return refusal(`The rule is set, but ${problem}.`)
    return { ok: true, origin, lines: [`Pages of ${origin} may use the bucket ${s3.bucket}.`] }
  },
}
