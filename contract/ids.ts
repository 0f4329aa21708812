import { z } from 'zod'

/** Ids are UUID version 7: opaque to people, sortable by time of creation. */
export const id = <Brand extends string>() => z.uuid({ version: 'v7' }).brand<Brand>()

export const newsId = id<'NewsId'>()
export type NewsId = z.infer<typeof newsId>
