export { installTemplates } from './templates.ts'
