import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const listSigningKeys = endpoint({
  method: 'GET',
  path: '/api/signing-keys',
  summary: 'The public keys with which receipts can be verified without this site',
  answer: z.object({
    keys: z.array(
      z.object({ id: z.string(), algorithm: z.literal('Ed25519'), pem: z.string(), createdAt: z.iso.datetime() }),
    ),
  }),
})
