import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { resultListId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { changeKinds, correctedFields } from './result-values.ts'

const prize = z.object({ id: z.string(), label: z.string() })
const standing = z.object({ rank: z.int().nullable(), prize: prize.nullable(), isExcluded: z.boolean() })

export const readDifference = endpoint({
  method: 'GET',
  path: '/api/results/lists/:id/difference',
  summary: 'How a list differs from the one that was publicised before, for organisers',
  params: z.strictObject({ id: resultListId }),
  query: pageQuery,
  answer: pageOf(
    z.object({
      number: z.string(),
      title: z.string(),
      kind: z.enum(changeKinds),
      before: standing.nullable(),
      after: standing.nullable(),
      /** What was corrected. */
      fields: z.array(z.enum(correctedFields)).optional(),
    }),
  ).extend({
    /** The list compared with; null: there is none. */
    previous: z.object({ id: resultListId, publicVersion: z.int().nullable() }).nullable(),
  }),
})
