import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProject, root } from './project.ts'
import { isRoom, renewRoom } from './rooms.ts'

/** Writes the generated part of every document in docs/rooms anew. */
const project = readProject()
for (const file of project.filter(isRoom)) {
  const renewed = renewRoom(file, project)
  if (renewed !== undefined && renewed !== file.text) writeFileSync(join(root, file.path), renewed)
}
