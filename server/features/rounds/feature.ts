import type { Feature } from '../../platform/feature.ts'

export const roundsFeature: Feature = {
  name: 'rounds',
}
