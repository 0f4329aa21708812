import { z } from 'zod'
import { withWords } from '../field-words.ts'
import { documentId } from '../ids.ts'

/** Document versions that the user agrees to with this request. */
export const consents = withWords(z.array(documentId).max(10), { required: 'field.consents.required' })

export const remember = z.boolean().default(false)
