import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { partUses } from '../competition/service.ts'
import { usedPartsOf } from './part-use.ts'

export const worksFeature: Feature = {
  name: 'works',
  provides: [provide(partUses, usedPartsOf)],
}
