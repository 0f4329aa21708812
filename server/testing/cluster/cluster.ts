import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { S3Config } from '../../config.ts'
import { freePort } from '../free-port.ts'
import { startPgBouncer } from '../pgbouncer.ts'
import { hears, newFolder, startProgram, type Program } from '../program.ts'
import { startS3 } from '../s3.ts'
import { startBalancer, type Balancer } from './balancer.ts'

const settingsOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }: S3Config) => ({
  S3_ENDPOINT: endpoint.origin,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_PREFIX: prefix,
})

interface Member {
  role: 'web' | 'worker'
  port: number
  program: Program
}

interface Settings {
  web: number
  workers: number
  /** The server of an earlier version, with which all begin; it knows no pooler. */
  earlier?: string | undefined
  /** Started by the launcher, with the settings of memory that it gives them. */
  isLaunched?: boolean
}

export interface Cluster {
  balancer: Balancer
  bucket: S3Config
  /** The addresses of the web processes themselves. */
  addresses: readonly string[]
  size: number
  /** What each process is called, and its number, in the order of positions. */
  processes(): { name: string; pid: number }[]
  /** Tells a process to stop, starts it again as this version, and returns how it ended. */
  restart(position: number): Promise<{ code: number | null; stderr: string }>
  close(): Promise<void>
}

/** Whole programs on one database behind PgBouncer, with one bucket, behind a proxy. */
export const startCluster = async (
  databaseUrl: string,
  { web, workers, earlier, isLaunched = false }: Settings,
): Promise<Cluster> => {
  const [folder, s3] = [await newFolder(), await startS3()]
  const pooler = earlier === undefined ? await startPgBouncer(databaseUrl) : undefined
  const environment = {
    DATABASE_URL: pooler?.url ?? databaseUrl,
    ...(pooler && { DATABASE_DIRECT_URL: databaseUrl }),
    DEMO: '0',
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
    // Nothing listens there: letters stay in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:9?from=office@example.org',
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...settingsOf(s3.config),
  }
  const running = new Set<Program>()
  const start = async (role: Member['role'], port: number, server?: string): Promise<Program> => {
    const settings = { ...environment, ROLE: role, PORT: String(port) }
    const program = startProgram(
      isLaunched ? '../scripts/serve-built.mjs' : 'main.ts',
      [],
      settings,
      server === undefined ? {} : { folder: server },
    )
    running.add(program)
    await hears(program, role === 'web' ? 'ready at' : 'ready to run background tasks')
    return program
  }
  const roles = [
    ...Array.from({ length: web }, () => 'web' as const),
    ...Array.from({ length: workers }, () => 'worker' as const),
  ]
  const stop = async (program: Program) => {
    program.child.kill('SIGTERM')
    const { code, stderr } = await program.ended
    running.delete(program)
    return { code, stderr }
  }
  const closeAll = async (): Promise<void> => {
    await Promise.all([...running].map(stop))
    await pooler?.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const members = await Promise.all(
      roles.map(async (role): Promise<Member> => {
        const port = await freePort()
        return { role, port, program: await start(role, port, earlier) }
      }),
    )
    const ports = members.filter(({ role }) => role === 'web').map(({ port }) => port)
    const balancer = await startBalancer(ports)
    return {
      balancer,
      bucket: s3.config,
      addresses: ports.map((port) => `http://127.0.0.1:${port}`),
      size: members.length,
      processes: () =>
        members.map(({ role, program }, position) => ({ name: `${role} ${position + 1}`, pid: program.child.pid! })),
      restart: async (position) => {
        const member = members[position]!
        const end = await stop(member.program)
        member.program = await start(member.role, member.port)
        return end
      },
      close: async () => {
        await balancer.close()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
