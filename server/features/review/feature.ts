import type { Feature } from '../../platform/feature.ts'

export const reviewFeature: Feature = {
  name: 'review',
}
