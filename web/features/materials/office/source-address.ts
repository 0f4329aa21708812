import type { MaterialId } from '@lectern/contract/ids.ts'

export const sourcesPath = '/Admin/Material'

/** Path of the editor; without an id for a new material. */
export const sourcePath = (id?: MaterialId): string => (id ? `${sourcesPath}/Edit?id=${id}` : `${sourcesPath}/Edit`)
