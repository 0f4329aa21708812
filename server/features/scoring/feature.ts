import type { Feature } from '../../platform/feature.ts'

export const scoringFeature: Feature = {
  name: 'scoring',
}
