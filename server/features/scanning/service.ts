export { infectedFiles } from './ports.ts'
