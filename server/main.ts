import { loadSite } from './pages/site.ts'
import { runProgram } from './program.ts'

await runProgram(loadSite)
