import type { MaterialId } from '@lectern/contract/ids.ts'

export const sourcesPath = '/Admin/Material'

/** Where a material is written; without an id, a new one. */
export const sourcePath = (id?: MaterialId): string => (id ? `${sourcesPath}/Edit?id=${id}` : `${sourcesPath}/Edit`)
