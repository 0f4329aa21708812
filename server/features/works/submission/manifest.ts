import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { teamRoles } from '@lectern/contract/teams/team-values.ts'
import { partKinds, type PartKind } from '@lectern/contract/works/work-values.ts'
import { z } from 'zod'
import type { CertificateName } from '../tables.ts'

/** What a submission consists of. */
export interface ManifestFacts {
  workId: WorkId
  /** Of the submission: 1, 2, … */
  number: number
  submittedAt: Date
  timeZone: string
  enrolmentNumber: string
  activity: { code: string; name: LocalizedText }
  /** Its name. */
  team: string
  title: string
  summary: string
  parts: readonly {
    id: string
    kind: PartKind
    label: LocalizedText
    /** A text or a link; null: the part consists of files. */
    text: string | null
    files: readonly {
      id: FileId
      name: string
      size: number
      /** In hexadecimal digits. */
      sha256: string
      type: string
      /** Null: not checked yet. */
      facts: FileFacts | null
    }[]
  }[]
  /** Of the activity's rules, in hexadecimal digits. */
  rulesHash: string
  declarations: readonly { id: string; text: LocalizedText; hash: string }[]
  names: readonly CertificateName[]
  /** Of the manifest before; null: this is the first. */
  previousHash: Buffer | null
}

export const manifestFormat = 'lectern-receipt/1'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const localized = z.partialRecord(z.enum(locales), z.string())

/** What looking into a file told, in whole numbers. */
const probe = z.strictObject({
  type: z.string().nullable(),
  milliseconds: z.int().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  pages: z.int().optional(),
  kbps: z.int().optional(),
  videoCodec: z.string().optional(),
  audioCodec: z.string().optional(),
  fault: z.string().optional(),
})

const manifest = z.strictObject({
  format: z.literal(manifestFormat),
  work: z.string(),
  number: z.int().min(1),
  submittedAt: z.iso.datetime(),
  timeZone: z.string(),
  enrolment: z.string(),
  activity: z.strictObject({ code: z.string(), name: localized, rules: hash }),
  team: z.string(),
  title: z.string(),
  summary: z.string(),
  parts: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(partKinds),
      label: localized,
      text: z.string().nullable(),
      files: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          size: z.int(),
          sha256: hash,
          type: z.string(),
          /** Null: not checked yet when it was submitted. */
          probe: probe.nullable(),
        }),
      ),
    }),
  ),
  declarations: z.array(z.strictObject({ id: z.string(), text: localized, hash })),
  names: z.array(z.strictObject({ account: z.string(), role: z.enum(teamRoles), name: z.string() })),
  previous: hash.nullable(),
})
/** A submission as it is signed. */
export type Manifest = z.infer<typeof manifest>

type Probe = z.infer<typeof probe>

const probeOf = ({ type, media, width, height, pages, fault }: FileFacts): Probe => {
  const facts = media && 'facts' in media ? media.facts : undefined
  const times = {
    milliseconds: facts?.seconds ? Math.round(facts.seconds * 1000) : undefined,
    width: facts?.width ?? width,
    height: facts?.height ?? height,
    pages,
    kbps: facts?.kbps ? Math.round(facts.kbps) : undefined,
    videoCodec: facts?.videoCodec ?? undefined,
    audioCodec: facts?.audioCodec ?? undefined,
    fault: fault ?? (media && 'fault' in media ? media.fault : undefined),
  }
  return { type, ...(Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined)) as object) }
}

const manifestOf = (facts: ManifestFacts): Manifest => ({
  format: manifestFormat,
  work: facts.workId,
  number: facts.number,
  submittedAt: facts.submittedAt.toISOString(),
  timeZone: facts.timeZone,
  enrolment: facts.enrolmentNumber,
  activity: { code: facts.activity.code, name: facts.activity.name, rules: facts.rulesHash },
  team: facts.team,
  title: facts.title,
  summary: facts.summary,
  parts: facts.parts.map(({ id, kind, label, text, files }) => ({
    id,
    kind,
    label,
    text,
    files: files.map(({ facts: told, ...file }) => ({ ...file, probe: told && probeOf(told) })),
  })),
  declarations: facts.declarations.map(({ id, text, hash: sum }) => ({ id, text, hash: sum })),
  names: facts.names.map(({ uid, role, name }) => ({ account: uid, role, name })),
  previous: facts.previousHash?.toString('hex') ?? null,
})

/** Canonical JSON: exactly the bytes that are hashed and signed. */
export const writeManifest = (facts: ManifestFacts): string => canonicalJson(manifest.parse(manifestOf(facts)))

export const hashManifest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Throws if it is no manifest of a format that is known here. */
export const readManifest = (text: string): Manifest => manifest.parse(JSON.parse(text))

type Part = Manifest['parts'][number]

/** What the team has put into a part. Labels are the organisers', and an id is no content. */
const contentOf = ({ text, files }: Pick<Part, 'text' | 'files'>): string =>
  canonicalJson([text, files.map(({ name, sha256 }) => [name, sha256])])

const nothing = contentOf({ text: null, files: [] })

const changedContents = (previous: Manifest, next: Manifest): string[] => {
  const contents = ({ parts }: Manifest) => new Map(parts.map((part) => [part.id, contentOf(part)]))
  const [before, after] = [contents(previous), contents(next)]
  const ids = new Set([...after.keys(), ...before.keys()])
  return [...ids].filter((id) => (before.get(id) ?? nothing) !== (after.get(id) ?? nothing))
}

/** What differs from the submission before: `title`, `summary`, parts by id, `names`, `declarations`. Empty for the first. */
export const changedParts = (previous: Manifest | undefined, next: Manifest): string[] => {
  if (!previous) return []
  const differs = (pick: (of: Manifest) => CanonicalValue): boolean =>
    canonicalJson(pick(previous)) !== canonicalJson(pick(next))
  return [
    ...(differs(({ title }) => title) ? ['title'] : []),
    ...(differs(({ summary }) => summary) ? ['summary'] : []),
    ...changedContents(previous, next),
    ...(differs(({ names }) => names) ? ['names'] : []),
    ...(differs(({ declarations }) => declarations.map(({ id, hash: sum }) => [id, sum])) ? ['declarations'] : []),
  ]
}
