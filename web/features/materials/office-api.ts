import type {
  changeMaterial,
  createMaterial,
  deleteMaterial,
  listMaterialSources,
  moveMaterial,
  previewMarkdown,
  readMaterialSource,
} from '@lectern/contract/materials.ts'
import { reach } from '../../request/client.ts'

export const sourceList = reach<typeof listMaterialSources>('GET', '/api/materials/sources')
export const source = reach<typeof readMaterialSource>('GET', '/api/materials/:id/source')
export const sourceCreation = reach<typeof createMaterial>('POST', '/api/materials')
export const sourceChange = reach<typeof changeMaterial>('PUT', '/api/materials/:id')
export const sourceMove = reach<typeof moveMaterial>('PUT', '/api/materials/:id/state')
export const sourceDeletion = reach<typeof deleteMaterial>('DELETE', '/api/materials/:id')
export const markdownPreview = reach<typeof previewMarkdown>('POST', '/api/materials/preview')
