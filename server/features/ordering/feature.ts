import type { Feature } from '../../platform/feature.ts'

export const orderingFeature: Feature = {
  name: 'ordering',
}
