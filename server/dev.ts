import { loadDevSite } from './pages/dev-site.ts'
import { runProgram } from './program.ts'

// The same program, with pages that follow their source files.
await runProgram(loadDevSite)
