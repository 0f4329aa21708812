import type { Feature } from '../../platform/feature.ts'
import { sectionRoutes } from './routes.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  start: () => ({ routes: sectionRoutes }),
}
