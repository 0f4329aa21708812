// What the browser and the server both know about certificates. No schemas, so that browsers may load it.

/**
 * What a certificate is for, which decides who gets one: `award` and `participation` captain and members of a team, `advisor` its
 * advisors, `expert` those who judged, `organisation` an institution.
 */
export const certificateKinds = ['award', 'participation', 'advisor', 'expert', 'organisation'] as const
export type CertificateKind = (typeof certificateKinds)[number]

/** The life of a certificate. What has ended stays verifiable, and says so first. */
export const certificateMoves = {
  issued: ['revoked', 'replaced'],
  revoked: [],
  replaced: [],
} as const satisfies Record<string, readonly string[]>
export type CertificateState = keyof typeof certificateMoves
export const certificateStates = Object.keys(certificateMoves) as [CertificateState, ...CertificateState[]]

/**
 * Where the people of an issue come from. `results`: an announced result list. `works`: all accepted works of an activity. `experts`:
 * those who submitted sheets in a settled round. `institutions`: those with enough accepted works in an activity. `sheet`: an uploaded
 * sheet.
 */
export const issueSources = ['results', 'works', 'experts', 'institutions', 'sheet'] as const
export type IssueSource = (typeof issueSources)[number]

/** Which sources a kind of certificate can have. */
export const sourcesOfKind = {
  award: ['results', 'sheet'],
  participation: ['works', 'sheet'],
  advisor: ['results', 'works', 'sheet'],
  expert: ['experts', 'sheet'],
  organisation: ['institutions', 'sheet'],
} as const satisfies Record<CertificateKind, readonly IssueSource[]>

/** `issuing`: a background task issues it. An issue can be started again: whoever has a certificate gets no second one. */
export const issueMoves = {
  draft: ['issuing'],
  issuing: ['issued', 'draft'],
  issued: ['issuing'],
} as const satisfies Record<string, readonly string[]>
export type IssueState = keyof typeof issueMoves
export const issueStates = Object.keys(issueMoves) as [IssueState, ...IssueState[]]

/** What an issue would do for a person. `blocked`: something is missing, or cannot be printed. */
export const planOutcomes = ['new', 'issued', 'revoked', 'blocked'] as const
export type PlanOutcome = (typeof planOutcomes)[number]

export const correctionMoves = {
  open: ['accepted', 'refused', 'withdrawn'],
  accepted: [],
  refused: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>
export type CorrectionState = keyof typeof correctionMoves
export const correctionStates = Object.keys(correctionMoves) as [CorrectionState, ...CorrectionState[]]

/** Merge fields of a template, written as `{name}` in its texts. */
export const mergeFields = [
  'name',
  'people',
  'advisors',
  'award',
  'work',
  'team',
  'institution',
  'activity',
  'edition',
  'year',
  'role',
  'note',
  'date',
  'number',
  'site',
] as const
export type MergeField = (typeof mergeFields)[number]
export type MergeValues = Record<MergeField, string>

export const isMergeField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name)

/** The names in braces of a text, known or not. */
export const fieldsIn = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** Within a line: lines are left out one by one. */
const optional = /\[\[(.*?)\]\]/g
const optionalOrField = /\[\[(.*?)\]\]|\{[^{}]*\}/g

/** The fields without which a text would have a gap: those outside of double brackets. */
export const neededFieldsIn = (text: string): MergeField[] =>
  fieldsIn(text.replaceAll(optional, '')).filter(isMergeField)

/**
 * A text with its merge fields filled in. What stands in double brackets is left out if a field in it is empty:
 * `[[Advisors: {advisors}]]`. A line of which nothing is left is left out too.
 */
export const fillIn = (text: string, values: Partial<MergeValues>): string => {
  const fill = (part: string): string =>
    part.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => (isMergeField(name) ? (values[name] ?? '') : whole))
  const keep = (part: string): string =>
    fieldsIn(part).some((name) => isMergeField(name) && !values[name]) ? '' : fill(part)
  return text
    .split('\n')
    .flatMap((row) => {
      // In one pass: a title such as `{name}` is printed as it is.
      const visible = row.replaceAll(optionalOrField, (whole, part?: string) =>
        part === undefined ? fill(whole) : keep(part),
      )
      return visible.trim() === '' && row.trim() !== '' ? [] : [visible]
    })
    .join('\n')
}

/** Columns of a sheet of people who get a certificate. */
export const certificateColumns = [
  'name',
  'award',
  'work',
  'team',
  'institution',
  'people',
  'advisors',
  'note',
  'account',
] as const
export type CertificateColumn = (typeof certificateColumns)[number]

export const pageSizes = { A4: { width: 210, height: 297 }, A3: { width: 297, height: 420 } } as const
export type CertificatePageSize = keyof typeof pageSizes
export const orientations = ['landscape', 'portrait'] as const

/** Width and height of a page in millimetres. */
export const pageMeasures = (page: { size: CertificatePageSize; orientation: (typeof orientations)[number] }) => {
  const { width, height } = pageSizes[page.size]
  return page.orientation === 'portrait' ? { width, height } : { width: height, height: width }
}

/** Millimetres from the upper left corner of the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** As large as stamps of committees are. */
export const stampSide = 42

/** Where a stamp goes: over the date and the issuer above it, at the right end. */
export const stampOver = (date: Box): Box => ({
  x: date.x + date.width - stampSide,
  y: date.y - 5 - stampSide / 2,
  width: stampSide,
  height: stampSide,
})

/** Borders that are drawn with the page. */
export const frames = ['none', 'line', 'double', 'classic', 'fret', 'laurel'] as const
export type CertificateFrame = (typeof frames)[number]

/** Shapes that can be placed. `seal` is no seal of an institution: it shows an open book in a rosette. */
export const ornaments = ['seal', 'laurel', 'flourish', 'rule', 'ribbon'] as const
export type Ornament = (typeof ornaments)[number]

export const certificateFonts = ['serif', 'sans'] as const

export const maxElements = 40
export const maxTemplateText = 600
export const maxTemplates = 200
export const maxSheetPeople = 10_000
export const maxCertificateName = 100
export const maxCertificateText = 300
export const maxCorrectionReason = 500
/** Text is never set smaller than this, in points. */
export const smallestText = 6
/** How many certificates can be chosen for one archive. */
export const maxChosenCertificates = 500

/** Where a certificate is verified; QR codes lead there. It never changes: papers name it. */
export const certificatePath = '/Certificate'

/** Letters in the code of a certificate, which its QR code holds. */
export const certificateCodeLength = 12

/** The path of the page that a QR code opens. */
export const verificationPath = (number: string, code?: string): string =>
  `${certificatePath}/${number}${code === undefined ? '' : `?code=${code}`}`
