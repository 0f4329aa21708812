export const institutionKinds = ['province', 'school'] as const
export type InstitutionKind = (typeof institutionKinds)[number]

/** `unverified`: entered, and not yet checked by anybody. `closed`: nobody chooses it, and nobody acts for it. */
export const institutionStates = ['unverified', 'verified', 'closed'] as const
export type InstitutionState = (typeof institutionStates)[number]

export const officerStates = ['invited', 'requested', 'active', 'ended', 'refused'] as const
export type OfficerState = (typeof officerStates)[number]

export const officerTransitions = {
  invited: ['active', 'ended'],
  requested: ['active', 'refused'],
  active: ['ended'],
  ended: [],
  refused: [],
} as const satisfies Record<OfficerState, readonly OfficerState[]>

/** Officers that an institution has at a time, if organisers set no other number. */
export const defaultOfficersPerInstitution = 2
export const officersLimits = { min: 1, max: 20 } as const

export const maxInstitutionName = 100
export const maxAliases = 20
export const maxInstitutionRows = 5_000
export const maxOfficerRows = 1_000

/** A merge can be undone this long. */
export const undoMergeMilliseconds = 86_400_000

/** The columns of a sheet of institutions. */
export const institutionColumns = ['code', 'kind', 'name', 'zhTW', 'enUS', 'idID', 'ptBR', 'parent', 'aliases'] as const
export type InstitutionColumn = (typeof institutionColumns)[number]

/** The columns of a sheet of officers. */
export const officerColumns = ['institution', 'name', 'contact'] as const
export type OfficerColumn = (typeof officerColumns)[number]

/** What an import does with a row of institutions. */
export const importOutcomes = ['new', 'changed', 'same', 'wrong'] as const
