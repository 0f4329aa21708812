import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that build and run an image. Packages of Debian have the same names. */
const programs = ['debootstrap', 'buildah', 'runc']

/** Which images may be used: buildah refuses to work without it. */
const policy = '/etc/containers/policy.json'

const isInstalled = (program) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Why the image cannot be built and run here; undefined: it can. */
export const whyNoImage = () => {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid() !== 0) return 'needs root, to make a Debian and to run a container'
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) return `needs ${missing.join(', ')}: apt-get install ${missing.join(' ')}`
  if (!existsSync(policy)) return `needs ${policy}: apt-get install golang-github-containers-common`
  if (!process.env.npm_execpath)
    return 'needs to be started by npm, which is copied into the image that installs packages'
  return undefined
}
