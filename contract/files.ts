import { z } from 'zod'
import { fileId } from './ids.ts'

/** A picture as pages show it; its addresses follow from its id and its width. */
export const picture = z.object({ id: fileId, width: z.int(), height: z.int() })
export type Picture = z.infer<typeof picture>

/** A file as people load it. */
export const fileFacts = z.object({
  id: fileId,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** In hexadecimal digits. */
  sha256: z.string(),
})
export type FileFacts = z.infer<typeof fileFacts>
