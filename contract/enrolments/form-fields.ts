import { z } from 'zod'
import { fileKindNames, maxFileMegabytes, maxFilesPerAnswer, profileOwners, profileValues } from './form-values.ts'
import { fileId } from '../ids.ts'
import { localizedLine, localizedLines, needed } from '../localized-fields.ts'

/** Never changes: answers are stored under it. */
const fieldKey = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/)

const limit = z.number().min(-1e9).max(1e9).optional()

const shared = {
  id: fieldKey,
  label: needed(localizedLine(200)),
  help: localizedLines(1_000),
  required: z.boolean(),
  /** The answers are personal data, exported only if the organiser selects them. */
  personal: z.boolean(),
  /**
   * The question is shown only if one of `options` is chosen in `field`; without options, if that agreement is ticked.
   */
  when: z.strictObject({ field: fieldKey, options: z.array(fieldKey).max(100) }).optional(),
}

/** Filled in from a profile when the form is started; users can change the value. */
const profile = z.strictObject({ whose: z.enum(profileOwners), what: z.enum(profileValues) }).optional()

const options = z
  .array(z.strictObject({ id: fieldKey, label: needed(localizedLine(200)) }))
  .min(1)
  .max(100)

/** One question of an activity's form. */
export const formField = z.discriminatedUnion('type', [
  z.strictObject({ ...shared, type: z.literal('text'), maxLength: z.int().min(1).max(500).optional(), profile }),
  z.strictObject({ ...shared, type: z.literal('longText'), maxLength: z.int().min(1).max(20_000).optional() }),
  z.strictObject({ ...shared, type: z.literal('number'), min: limit, max: limit, whole: z.boolean().optional() }),
  z.strictObject({ ...shared, type: z.literal('choice'), options }),
  z.strictObject({
    ...shared,
    type: z.literal('choices'),
    options,
    min: z.int().min(0).max(100).optional(),
    max: z.int().min(1).max(100).optional(),
  }),
  z.strictObject({ ...shared, type: z.literal('date'), from: z.iso.date().optional(), until: z.iso.date().optional() }),
  z.strictObject({ ...shared, type: z.literal('phone'), profile }),
  z.strictObject({ ...shared, type: z.literal('email'), profile }),
  z.strictObject({ ...shared, type: z.literal('url') }),
  z.strictObject({
    ...shared,
    type: z.literal('file'),
    /** Absent: all kinds that the site accepts. */
    kinds: z.array(z.enum(fileKindNames)).max(fileKindNames.length).optional(),
    maxMegabytes: z.int().min(1).max(maxFileMegabytes).optional(),
    /** Absent: one. */
    maxFiles: z.int().min(1).max(maxFilesPerAnswer).optional(),
    /** Asks for a scan of the printed form with the school's seal; the form offers the PDF for printing. */
    sealed: z.boolean().optional(),
  }),
  z.strictObject({ ...shared, type: z.literal('agreement') }),
])
export type FormField = z.infer<typeof formField>
export type FieldType = FormField['type']

export const formFields = z.array(formField).max(60)

/** An answer as it is stored. Drafts are not validated against the form. */
export const answerValue = z.union([
  // Characters that the database cannot store are removed, so that the rest of the text is not lost.
  z
    .string()
    .max(20_000)
    .overwrite((text) => text.replaceAll('\u0000', '').toWellFormed()),
  z.number(),
  z.boolean(),
  z.array(fieldKey).max(100),
  z.strictObject({ files: z.array(fileId).max(maxFilesPerAnswer) }),
  // The old format of a file answer, before a question could take several files.
  z.strictObject({ file: fileId }),
  z.null(),
])
export type AnswerValue = z.infer<typeof answerValue>

export const answers = z.record(fieldKey, answerValue).refine((values) => Object.keys(values).length <= 100)
export type Answers = z.infer<typeof answers>
