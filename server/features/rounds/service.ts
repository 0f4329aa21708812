export { newCode, newToken } from './codes.ts'
export { lockRound } from './locks.ts'
export { worksBeingJudged } from './entry-queries.ts'
export { roundFlags, roundResults } from './ports.ts'
