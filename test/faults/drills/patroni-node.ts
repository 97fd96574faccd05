import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sendSignal, findServerPids } from '#server/platform/db/embedded/postmaster.ts'
import { endWithUs, hasEnded } from '../world/children.ts'

export const CONFIGURATION = join(import.meta.dirname, '../../../deploy/failover/patroni.yml')
export const PASSWORD = 'of a drill'

export type NodePlan = { name: string; postgresPort: number; restPort: number; etcdPort: number; directory: string }

/** A machine of the cluster, as far as one computer can simulate it: Patroni, and the PostgreSQL that it manages. */
export class PatroniNode {
  readonly plan: NodePlan
  #patroni: ChildProcess | undefined

  constructor(plan: NodePlan) {
    this.plan = plan
    // Kills all servers however the drill ends.
    process.on('exit', () => findServerPids(this.#dataDir).forEach(pid => sendSignal(pid, 'SIGKILL')))
  }

  get name(): string {
    return this.plan.name
  }

  start(): void {
    const log = openSync(join(this.plan.directory, `${this.name}.log`), 'a')
    const stdio = ['ignore', log, log] as const
    this.#patroni = endWithUs(
      spawn('patroni', [CONFIGURATION], {
        cwd: '/',
        env: this.#environment(),
        stdio: [...stdio],
        ...postgresAccount(),
      }),
    )
  }

  /** Like a power loss of the machine, except for its disk cache. */
  async killAll(): Promise<void> {
    await this.killPatroni()
    for (const pid of findServerPids(this.#dataDir)) sendSignal(pid, 'SIGKILL')
  }

  /** PostgreSQL keeps running without Patroni, which would demote it. */
  async killPatroni(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** The machine hangs, like one that is starved or migrated: its connections stay open without responses. */
  freeze(): void {
    this.#patroni?.kill('SIGSTOP')
    for (const pid of findServerPids(this.#dataDir)) sendSignal(pid, 'SIGSTOP')
  }

  /** Continues with its old state. */
  thaw(): void {
    for (const pid of findServerPids(this.#dataDir)) sendSignal(pid, 'SIGCONT')
    this.#patroni?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.#end('SIGTERM')
    for (const pid of findServerPids(this.#dataDir)) sendSignal(pid, 'SIGKILL')
  }

  get isDown(): boolean {
    return !this.#patroni || hasEnded(this.#patroni)
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const patroni = this.#patroni
    if (!patroni || hasEnded(patroni)) return
    const gone = once(patroni, 'exit')
    patroni.kill(signal)
    await gone
  }

  get #dataDir(): string {
    return join(this.plan.directory, this.name)
  }

  #environment(): NodeJS.ProcessEnv {
    const { postgresPort, restPort, etcdPort, directory, name } = this.plan
    return {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPort}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: binDir(),
      PATRONI_POSTGRESQL_PGPASS: join(directory, `${name}.pgpass`),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    }
  }
}

/** PostgreSQL refuses to run as root. */
export function postgresAccount(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The newest version installed by Debian. */
function binDir(): string {
  const version = readdirSync('/usr/lib/postgresql')
    .toSorted((one, other) => Number(one) - Number(other))
    .at(-1)
  return `/usr/lib/postgresql/${version}/bin`
}
