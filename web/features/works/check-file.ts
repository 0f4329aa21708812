import { findingsOf, type FileFacts, type Finding } from '@lectern/contract/works/file-findings.ts'
import { partTypes, type FilePartKind } from '@lectern/contract/works/work-values.ts'
import type { ShownPart } from '@lectern/contract/works/works.ts'

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The type that the name promises, of those of the part's kind. The server looks into the file itself. */
const typeOf = ({ kind }: ShownPart, name: string): string | null => {
  const ending = endingOf(name)
  const types: Readonly<Record<string, readonly string[]>> = partTypes[kind as FilePartKind]
  return Object.keys(types).find((type) => types[type]!.includes(ending)) ?? null
}

const readMedia = async (file: File): Promise<FileFacts['media']> => {
  const { probeMedia } = await import('@lectern/contract/media/probe.ts')
  return probeMedia({
    size: file.size,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  })
}

const readSides = async (file: File): Promise<Pick<FileFacts, 'width' | 'height'>> => {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    // A type that this browser cannot show: the server tells.
    return {}
  }
}

/** What is wrong with a file, found in the browser before a byte is sent. Reading takes a few ranges, never the whole. */
export const checkFile = async (part: ShownPart, file: File): Promise<Finding[]> => {
  const rules = { kind: part.kind, maxBytes: part.maxBytes, limits: part.limits, types: part.types }
  const type = typeOf(part, file.name)
  const fileFacts = { size: file.size, type }
  const first = findingsOf(rules, fileFacts)
  if (first.length > 0 || type === null) return first
  const isMedia = part.kind === 'video' || part.kind === 'audio'
  const facts: FileFacts = {
    ...fileFacts,
    ...(isMedia && { media: await readMedia(file) }),
    ...(part.kind === 'image' && (await readSides(file))),
  }
  return findingsOf(rules, facts)
}
