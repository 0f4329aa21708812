import type { Feature } from '../../platform/feature.ts'

export const arrangingFeature: Feature = {
  name: 'arranging',
}
