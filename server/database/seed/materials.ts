import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileId, MaterialId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { MaterialCategory } from '@lectern/contract/materials/material-values.ts'
import { material, materialDownload } from '../../features/materials/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { makeAttachment, type Attachment } from './attachments.ts'
import { officeHour } from './dates.ts'
import { firstVersions } from './first-versions.ts'
import { readList } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'
import { readText } from './texts.ts'

interface Shared {
  category: MaterialCategory
  /** Published this many days from today. */
  day: number
}

interface Titled extends Shared {
  title: LocalizedText
  summary: LocalizedText
  downloads: number
}

type Listed =
  | (Titled & { kind: 'file'; file: Attachment; cover: string })
  | (Titled & { kind: 'video'; file: string; captions: string })
  | (Titled & { kind: 'photo'; scene: string })
  | (Shared & { kind: 'markdown'; slug: string; cover: string })

interface Held {
  title: LocalizedText
  summary: LocalizedText
  body: LocalizedText
  cover: FileId | null
  file: FileId | null
  captions: FileId | null
}

const media = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'media', name))

const nothing = { body: {}, cover: null, file: null, captions: null }

/** The content of a material; its files are stored. */
const contentOf = async (listed: Listed, files: SeedFiles, now: Date): Promise<Held> => {
  if (listed.kind === 'markdown') {
    const cover = await files.picture(`cover-${listed.cover}`)
    return { ...nothing, cover, ...(await readText('materials', listed.slug, now)) }
  }
  const { title, summary } = listed
  const named = { ...nothing, title, summary }
  switch (listed.kind) {
    case 'photo':
      return { ...named, file: await files.picture(`event-${listed.scene}`) }
    case 'video':
      return {
        ...named,
        cover: await files.picture('poster'),
        file: await files.store('video', listed.file, await media(listed.file)),
        captions: await files.store('captions', listed.captions, await media(listed.captions)),
      }
    case 'file':
      return {
        ...named,
        cover: await files.picture(`cover-${listed.cover}`),
        file: await files.store('attachment', listed.file, await makeAttachment(listed.file)),
      }
  }
}

export const seedMaterials = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const listed = await readList<Listed>('materials/materials.json')
  const contents = await Promise.all(
    listed.map(async (item) => ({
      kind: item.kind,
      category: item.category,
      ...(await contentOf(item, files, now)),
    })),
  )
  await files.writeDown()
  const rows = await firstVersions(
    db,
    { kind: 'material', makeId: newId<MaterialId>, texts: ['title', 'summary', 'body'] },
    contents,
    (index) => officeHour(listed[index]!.day, index, now),
  )
  await db.insert(material).values(
    rows.map(({ file, ...row }) => ({
      ...row,
      fileId: file,
      state: 'published' as const,
      publishedAt: row.createdAt,
    })),
  )
  await db.insert(materialDownload).values(
    rows.flatMap(({ id }, index) => {
      const item = listed[index]!
      return 'downloads' in item && item.downloads > 0 ? [{ materialId: id, downloads: item.downloads }] : []
    }),
  )
}
