export { newCode, newToken } from './codes.ts'
export { lockRound } from './locks.ts'
