import type { Feature } from '../../platform/feature.ts'

export const tasksFeature: Feature = {
  name: 'tasks',
}
