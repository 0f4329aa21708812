import type { Feature } from '../../platform/feature.ts'

export const stepsFeature: Feature = {
  name: 'steps',
}
