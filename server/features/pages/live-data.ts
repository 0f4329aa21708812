import type { LiveType, SectionData } from '@lectern/contract/pages.ts'
import type { SectionType } from '@lectern/contract/section-shapes.ts'
import type { WrittenContent, WrittenSection } from '@lectern/contract/sections.ts'
import type { Ctx } from '../../platform/context.ts'
import { listNews, presentNewsPage } from '../articles/service.ts'
import { presentDocument, requireDocument } from '../documents/service.ts'

type Find<T extends LiveType> = (ctx: Ctx, content: WrittenContent<T>) => Promise<SectionData<T>>

/** What the sections that show living things show; each asks the feature that it belongs to. */
const sources: { [T in LiveType]: Find<T> } = {
  newsList: async (ctx, { most }) => {
    const { list } = presentNewsPage(ctx, await listNews(ctx, { page: 1, pageSize: most }))
    return { list }
  },
  document: async (ctx, { document }) => presentDocument(ctx, await requireDocument(ctx, document, undefined)),
}

const isLive = (type: SectionType): type is LiveType => type in sources

export const findData = async (ctx: Ctx, { type, content }: WrittenSection): Promise<object> =>
  isLive(type) ? { data: await (sources[type] as Find<LiveType>)(ctx, content as never) } : {}
