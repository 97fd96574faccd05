import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#test/free-port.ts'
import { endWithUs } from '../world/children.ts'
import type { DatabaseProcess } from '../world/database-process.ts'
import { PASSWORD, PatroniNode, postgresAccount } from './patroni-node.ts'

const HAPROXY = join(import.meta.dirname, '../../../deploy/failover/haproxy.cfg')
const TIMEOUT_MS = 120_000

type Member = { name: string; role: string; state: string }

/** Two PostgreSQL servers under Patroni, etcd, and the HAProxy by which the shop finds the primary. */
export class PatroniCluster implements DatabaseProcess {
  readonly directory: string
  readonly nodes: PatroniNode[]
  /** Keeps the directory with its logs for inspection. */
  isKept = true
  readonly #haproxyPort: number
  readonly #helpers: ChildProcess[]

  constructor(parts: { directory: string; nodes: PatroniNode[]; haproxyPort: number; helpers: ChildProcess[] }) {
    this.directory = parts.directory
    this.nodes = parts.nodes
    this.#haproxyPort = parts.haproxyPort
    this.#helpers = parts.helpers
  }

  get connection() {
    return { host: '127.0.0.1', port: this.#haproxyPort, user: 'puoti', password: PASSWORD, database: 'puoti' }
  }

  get url(): string {
    const { host, port, user, password, database } = this.connection
    return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  }

  /** A database and its owner, created as docs/operator/standby.md instructs an operator. */
  async makeDatabase(): Promise<void> {
    const client = new Client({ ...this.connection, user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query(`create role puoti login password '${PASSWORD}'`)
    await client.query('create database puoti owner puoti')
    await client.end()
  }

  async leader(): Promise<PatroniNode | undefined> {
    const name = (await this.members()).find(({ role }) => role === 'leader' || role === 'master')?.name
    return this.nodes.find(node => node.name === name)
  }

  /** Resolves with the leader, once the other node has every commit and would be allowed to take over. */
  async untilSafe(): Promise<PatroniNode> {
    return this.#eventually('a synchronous standby', async () => {
      const members = await this.members()
      const isSafe = members.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state))
      return isSafe ? this.leader() : undefined
    })
  }

  async untilAnotherLeads(former: PatroniNode): Promise<PatroniNode> {
    return this.#eventually('another primary', async () => {
      const leader = await this.leader()
      return leader !== former && leader && (await isPrimary(leader)) ? leader : undefined
    })
  }

  /** An orderly switchover: the primary finishes its work and the standby takes over. */
  async switchOver(leader: PatroniNode): Promise<void> {
    const candidate = this.nodes.find(node => node !== leader)?.name
    const answer = await fetch(`http://127.0.0.1:${leader.plan.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate }),
    })
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
  }

  async members(): Promise<Member[]> {
    for (const { plan } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${plan.restPort}/cluster`, {
        signal: AbortSignal.timeout(3000),
      }).catch(() => undefined)
      // The format of Patroni's API.
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  /** Kills the primary at once; resolves with the time without a leader. */
  async kill(): Promise<number> {
    const leader = await this.untilSafe()
    const began = performance.now()
    await leader.killAll()
    await this.untilAnotherLeads(leader)
    return performance.now() - began
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(node => node.stop()))
    for (const child of this.#helpers) child.kill('SIGKILL')
    if (!this.isKept) rmSync(this.directory, { recursive: true, force: true })
  }

  async #eventually<T>(what: string, check: () => Promise<T | undefined>): Promise<T> {
    const deadline = performance.now() + TIMEOUT_MS
    while (performance.now() < deadline) {
      const found = await check()
      if (found !== undefined) return found
      await sleep(100)
    }
    throw new Error(`There was never ${what}; the logs are in ${this.directory}`)
  }
}

const isPrimary = ({ plan }: PatroniNode): Promise<boolean> =>
  fetch(`http://127.0.0.1:${plan.restPort}/primary`, { signal: AbortSignal.timeout(2000) }).then(
    answer => answer.ok,
    () => false,
  )

/** Starts two servers from nothing; resolves when the second one has all data of the first. */
export async function openPatroniCluster(): Promise<PatroniCluster> {
  const directory = mkdtempSync('/tmp/puoti-cluster-')
  const account = postgresAccount()
  if ('uid' in account) chownSync(directory, account.uid, account.gid)
  const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcd = startEtcd({ directory, etcdPort, peerPort })
  const nodes: PatroniNode[] = []
  for (const name of ['db1', 'db2']) {
    const ports = { postgresPort: await freePort(), restPort: await freePort() }
    nodes.push(new PatroniNode({ name, directory, etcdPort, ...ports }))
  }
  const haproxy = startHaproxy({ directory, haproxyPort, nodes })
  const cluster = new PatroniCluster({ directory, nodes, haproxyPort, helpers: [etcd, haproxy] })
  for (const node of nodes) node.start()
  await cluster.untilSafe()
  await sleep(2000)
  await cluster.makeDatabase()
  return cluster
}

function startEtcd({ directory, etcdPort, peerPort }: { directory: string; etcdPort: number; peerPort: number }) {
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  const places = [
    '--data-dir',
    join(directory, 'etcd'),
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
  ]
  const peers = [
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ]
  return helper('etcd', [...places, ...peers], directory)
}

type Proxied = { directory: string; haproxyPort: number; nodes: PatroniNode[] }

function startHaproxy({ directory, haproxyPort, nodes }: Proxied): ChildProcess {
  let text = readFileSync(HAPROXY, 'utf8').replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${haproxyPort}`)
  for (const [index, { plan }] of nodes.entries()) {
    const line = new RegExp(`server ${plan.name} 10\\.0\\.0\\.2${index + 1}:5432 check port 8008`)
    if (!line.test(text)) throw new Error('deploy/failover/haproxy.cfg has another shape')
    text = text.replace(line, `server ${plan.name} 127.0.0.1:${plan.postgresPort} check port ${plan.restPort}`)
  }
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(file, text)
  return helper('haproxy', ['-db', '-f', file], directory)
}

function helper(program: string, args: string[], directory: string): ChildProcess {
  const log = openSync(join(directory, `${program}.log`), 'a')
  return endWithUs(spawn(program, args, { cwd: directory, stdio: ['ignore', log, log] }))
}

/** Throws when programs are missing that the drill needs and a fresh machine does not have. */
export function requirePrograms(): void {
  for (const program of ['patroni', 'etcd', 'haproxy']) {
    try {
      execFileSync('which', [program])
    } catch {
      throw new Error(`${program} is missing: apt-get install patroni etcd-server haproxy postgresql`)
    }
  }
}
