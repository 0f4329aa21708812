import { z } from 'zod'
import { givenPassword, readLine } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { locales } from '../locales.ts'
import { demoKinds, keptContents } from '../office/office-values.ts'
import { factors, withProof } from '../sign-in/owner-confirmation.ts'

/** Tables that are emptied completely. */
export const removedTables = ['team', 'enrolment', 'notice', 'message', 'outbox'] as const

const counts = z.object({
  people: z.int(),
  team: z.int(),
  enrolment: z.int(),
  notice: z.int(),
  message: z.int(),
  outbox: z.int(),
} satisfies Record<'people' | (typeof removedTables)[number], z.ZodInt>)
export type RemovedCounts = z.infer<typeof counts>

const beginning = z.object({
  /** What is always deleted, whichever content is kept. */
  goes: counts,
  /** Demo content that nobody has changed, by kind; deleted unless the organiser keeps it. */
  content: z.record(z.enum(demoKinds), z.int()),
  /** Accounts that were created after the demo started; they are kept. */
  accounts: z.int(),
  /** Teams with people who are not part of the demo: deleted only after confirmation. */
  teamsOfOthers: z.int(),
  /** The title that must be typed to confirm. */
  title: z.string(),
  needsSecondFactor: z.boolean(),
})
export type Beginning = z.infer<typeof beginning>

export const readBeginning = endpoint({
  method: 'GET',
  path: '/api/office/beginning',
  summary: 'What would be deleted and what would stay if the demo became a real site now; changes nothing',
  answer: beginning,
})

export const beginSite = endpoint({
  method: 'POST',
  path: '/api/office/beginning',
  summary:
    'Turns the demo into a real site: deletes its people and all teams, enrolments, notices, messages and letters, and the content that is not kept. Requires the title of the site, and the password with the second factor or a passkey',
  body: withProof(
    z.strictObject({
      content: z.enum(keptContents),
      title: withWords(readLine(60), { required: 'error.demo.titleDiffers' }),
      /** The number that the organiser has seen; refused if it has changed. */
      teamsOfOthers: z.int().min(0),
      password: givenPassword.optional(),
      ...factors,
    }),
    'password',
  ),
  answer: z.object({}),
})

const demoItem = z.object({
  kind: z.enum(demoKinds),
  id: z.string(),
  title: z.string(),
  /** The language of the title; null if it has none. */
  locale: z.enum(locales).nullable(),
  /** The kind of an article, which decides where it is edited. */
  variant: z.string().nullable(),
  /** Visible to visitors. */
  isPublic: z.boolean(),
})
export type DemoItem = z.infer<typeof demoItem>

export const listDemoContent = endpoint({
  method: 'GET',
  path: '/api/office/demo-content',
  summary: 'Demo content that nobody has changed, for organisers',
  answer: z.object({
    list: z.array(demoItem),
    /** Settings that still have their default value. */
    settings: z.array(z.enum(['title', 'organiser', 'email', 'icp'])),
  }),
})
