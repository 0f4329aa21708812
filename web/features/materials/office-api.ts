import type {
  changeMaterial,
  createMaterial,
  deleteMaterial,
  listMaterialSources,
  moveMaterial,
  previewMarkdown,
  readMaterialSource,
} from '@lectern/contract/materials.ts'
import { endpoint } from '../../request/client.ts'

export const sourceList = endpoint<typeof listMaterialSources>('GET', '/api/materials/sources')
export const source = endpoint<typeof readMaterialSource>('GET', '/api/materials/:id/source')
export const sourceCreation = endpoint<typeof createMaterial>('POST', '/api/materials')
export const sourceChange = endpoint<typeof changeMaterial>('PUT', '/api/materials/:id')
export const sourceMove = endpoint<typeof moveMaterial>('PUT', '/api/materials/:id/state')
export const sourceDeletion = endpoint<typeof deleteMaterial>('DELETE', '/api/materials/:id')
export const markdownPreview = endpoint<typeof previewMarkdown>('POST', '/api/materials/preview')
