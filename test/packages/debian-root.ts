import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithUs } from '#test/faults/world/children.ts'
import { IN_MEMORY, makeRunDirectory } from '#test/files/run-directory.ts'

export const REPOSITORY = join(import.meta.dirname, '../..')
const MODULES = realpathSync(join(REPOSITORY, 'node_modules'))
/** Runs programs of this repository inside the root, where both lie read-only at their own paths. */
export const NODE = join(MODULES, 'node/bin/node')

const SUITE = 'bookworm'
const MIRROR = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
/** What a machine has that runs services: PID 1, its bus, and the certificates of public authorities. */
const MACHINE = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates']
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
const BOOTS_WITHIN_MS = 60_000

/** Why this machine can't make a Debian root; undefined: it can. */
export function whyNoDebianRoot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this needs root on Linux'
  const missing = ['debootstrap', 'systemd-nspawn', 'nsenter', 'dpkg-deb'].filter(each => !has(each))
  return missing.length > 0 ? `this machine lacks ${missing.join(', ')}` : undefined
}

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

export type Ran = { status: number; output: string }
type RunOptions = {
  input?: string
  /** With this machine's network, for downloads; without it, only the root's own loopback. */
  online?: boolean
  env?: Record<string, string>
}

export type DebianRoot = {
  path: string
  /** Its PID 1, as this machine numbers it. */
  leader: number
  /** Runs a line of a shell as root; output and errors together. */
  run: (line: string, options?: RunOptions) => Ran
  /** The same; throws when it fails. */
  must: (line: string, options?: RunOptions) => string
  close: () => Promise<void>
}

/** A new Debian with these packages beside the system's, booted under its own systemd, with a network of its own. */
export async function openDebianRoot(packages: readonly string[] = []): Promise<DebianRoot> {
  const directory = makeRunDirectory('debian')
  // dpkg waits for the disk after each file: in memory, if there is room, it takes a fifth of the time.
  const isInMemory = IN_MEMORY !== '/tmp'
  if (isInMemory) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g,mode=755', 'puoti-debian', directory])
  const path = join(directory, 'root')
  const include = `--include=${[...MACHINE, ...packages].join(',')}`
  execFileSync('debootstrap', ['--variant=minbase', include, SUITE, path, MIRROR], { stdio: 'pipe' })
  // The names and certificates by which this machine reaches its mirrors.
  copyFileSync('/etc/resolv.conf', join(path, 'etc/resolv.conf'))
  copyFileSync(AUTHORITIES, join(path, AUTHORITIES))
  appendFileSync(join(path, 'etc/hosts'), '127.0.0.1 localhost shop.example\n')
  const booted = await boot(path)
  const run = (line: string, options: RunOptions = {}) => runIn(booted.leader, line, options)
  return {
    path,
    leader: booted.leader,
    run,
    must(line, options) {
      const { status, output } = run(line, options)
      if (status !== 0) throw new Error(`${line}\nended with ${status}:\n${output}`)
      return output
    },
    async close() {
      await end(booted)
      if (isInMemory) execFileSync('umount', [directory])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Booted = { container: ChildProcess; leader: number }

async function boot(path: string): Promise<Booted> {
  const options = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--resolv-conf=off']
  const repository = [`--bind-ro=${REPOSITORY}`, `--bind-ro=${MODULES}`]
  const container = endWithUs(
    spawn('systemd-nspawn', [...options, ...repository, '-D', path, '--boot'], { stdio: 'ignore' }),
  )
  const before = performance.now()
  while (performance.now() - before < BOOTS_WITHIN_MS) {
    const leader = findChild(container.pid)
    if (leader !== undefined && isReady(leader)) return { container, leader }
    if (container.exitCode !== null) break
    await sleep(200)
  }
  container.kill('SIGKILL')
  throw new Error('The Debian root did not boot')
}

function findChild(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/task/${pid}/children`
  const [child] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  return child ? Number(child) : undefined
}

const isReady = (leader: number) =>
  /^(?:running|degraded)$/m.test(runIn(leader, 'systemctl is-system-running', {}).output)

function runIn(leader: number, line: string, { input = '', online = false, env = {} }: RunOptions): Ran {
  const namespaces = ['-t', String(leader), '-m', '-u', '-i', '-p', ...(online ? [] : ['-n'])]
  const variables = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  }
  const { status, stdout, error } = spawnSync('nsenter', [...namespaces, 'sh', '-c', `cd /; { ${line}\n} 2>&1`], {
    encoding: 'utf8',
    env: { ...variables, DEBIAN_FRONTEND: 'noninteractive', ...env },
    input,
    maxBuffer: 64e6,
  })
  if (error) throw error
  return { status: status ?? 1, output: stdout }
}

/** Switches the machine off in order. */
async function end({ container, leader }: Booted): Promise<void> {
  const gone = once(container, 'exit')
  runIn(leader, 'systemctl poweroff --no-block', {})
  const late = setTimeout(() => container.kill('SIGKILL'), BOOTS_WITHIN_MS)
  await gone
  clearTimeout(late)
}
