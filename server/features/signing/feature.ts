import type { Feature } from '../../platform/feature.ts'

export const signingFeature: Feature = {
  name: 'signing',
}
