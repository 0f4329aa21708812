import type { Feature } from '../../platform/feature.ts'
import { myDataRoutes } from './routes.ts'

export const myDataFeature: Feature = {
  name: 'my-data',
  start: ({ features }) => ({ routes: (http) => myDataRoutes(http, features) }),
}
