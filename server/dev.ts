import { loadDevSite } from './pages/dev-site.ts'
import { runProgram } from './program.ts'

// The same program, with pages that reload when their source changes.
await runProgram(loadDevSite)
