import type { FaultCounts } from './actors/nemesis.ts'
import { INVARIANTS, type Finding, type Invariant } from './checker/check.ts'
import { formatFindings } from './figures.ts'
import type { Options } from './options.ts'
import type { RoundResult } from './round.ts'
import type { World } from './world/open-world.ts'

const END_WITHIN_MS = 10_000

/** The results of all rounds of a run. */
export class Tally {
  rounds = 0
  orders = 0
  attempts = 0
  refunds = 0
  givenBack = 0
  approved = 0
  readonly atServices: Record<string, number> = {}
  failedLater = 0
  decided = 0
  reserved = 0
  reported = 0
  /** Sold packages with lots, and buyers whom recalls reached. */
  packages = 0
  recallBuyers = 0
  worstRecoveryMs = 0
  isAlwaysIdle = true
  seconds = 0
  readonly counts: FaultCounts = { kill: 0, sleep: 0, restart: 0, database: 0, power: 0 }
  readonly answers: Record<string, number> = {}
  readonly findings: Finding[] = []
  readonly ownViolations: string[] = []
  selfExits: string[] = []
  terminationsMs: number[] = []
  wire: Record<string, number> = {}
  /** Requests to payment services that break their published schemas. */
  invalid: readonly string[] = []

  add(world: World, result: RoundResult): void {
    const { facts, findings, ownViolations, notebook, counts, recoveryMs, seconds } = result
    this.rounds++
    this.orders += facts.orders.length
    this.attempts += facts.attempts.length
    const isApproved = facts.ledger.filter(line => line.event === 'approved')
    this.approved += isApproved.filter(line => line.refundedKey === undefined).length
    for (const { name, ids } of world.services)
      this.atServices[name] =
        (this.atServices[name] ?? 0) + facts.attempts.filter(({ terminal_id }) => ids.has(terminal_id)).length
    this.decided += notebook.decided
    this.failedLater += facts.refunds.reduce((sum, { failures }) => sum + failures, 0)
    this.reserved += facts.ledger.filter(({ event }) => event === 'reserved').length
    this.refunds += facts.refunds.length
    this.givenBack += isApproved.filter(line => line.refundedKey !== undefined).length
    this.reported += facts.results.length
    // These facts are of all rounds.
    this.packages = facts.packages.filter(({ is_sold, lot }) => is_sold && lot !== null).length
    this.recallBuyers = facts.recalls.reduce((sum, { buyers }) => sum + buyers.length, 0)
    this.isAlwaysIdle &&= result.isIdle
    this.worstRecoveryMs = Math.max(this.worstRecoveryMs, recoveryMs)
    this.seconds += seconds
    for (const [fault, count] of Object.entries(counts)) this.counts[fault as keyof FaultCounts] += count // its keys are the faults
    for (const [status, count] of Object.entries(notebook.answers))
      this.answers[status] = (this.answers[status] ?? 0) + count
    this.findings.push(...findings)
    this.ownViolations.push(...ownViolations)
    this.selfExits = world.servers.flatMap(server => server.selfExits)
    this.terminationsMs = world.servers.flatMap(server => server.terminationsMs)
    this.wire = world.wire.counts
    this.invalid = world.services.flatMap(({ invalid }) => invalid)
  }

  getLine({ facts, findings, recoveryMs, isIdle, seconds }: RoundResult): string {
    const open = isIdle ? '' : ', NOT idle'
    return `Round ${this.rounds}: ${facts.attempts.length} payments in ${seconds.toFixed(0)} s, idle after ${(recoveryMs / 1000).toFixed(1)} s after the last fault${open}; ${findings.length} findings`
  }

  /** The findings of a round, printed at once: a run of hours may not live to its report. */
  getFindings({ findings, ownViolations }: RoundResult): string[] {
    return [...formatFindings(findings), ...ownViolations.map(id => `The shop itself sees ${id} broken`)]
  }

  /** The names of all checks, each with its result. */
  get checks(): { name: string; holds: boolean }[] {
    const broken = new Set(this.findings.map(finding => finding.invariant))
    // The keys of the table are the invariants.
    const invariants = Object.keys(INVARIANTS) as Invariant[]
    return [
      ...invariants.map(invariant => ({ name: INVARIANTS[invariant], holds: !broken.has(invariant) })),
      { name: 'the shop sees nothing broken when it looks at itself', holds: this.ownViolations.length === 0 },
      { name: 'all is final soon after the last fault', holds: this.isAlwaysIdle },
      { name: 'no server ends by itself', holds: this.selfExits.length === 0 },
      { name: 'every request to a payment service is as published', holds: this.invalid.length === 0 },
      { name: 'a server that is asked to end does so', holds: this.terminationsMs.every(ms => ms <= END_WITHIN_MS) },
    ]
  }

  get isClean(): boolean {
    return this.checks.every(({ holds }) => holds)
  }
}

export function formatReport(tally: Tally, { seed }: Options): string {
  const count = (what: string) => tally.findings.filter(finding => finding.what === what).length
  const countFindings = (...invariants: string[]) =>
    tally.findings.filter(({ invariant }) => invariants.includes(invariant)).length
  const { counts } = tally
  const figures: [string, string | number][] = [
    ['payments', tally.attempts],
    ['of them approved by a terminal', tally.approved],
    ...Object.entries(tally.atServices).map(([name, number]): [string, number] => [`at ${name}`, number]),
    ['reserved in an app, or paid late and returned', tally.reserved],
    ['orders', tally.orders],
    ['refunds, given back by a terminal', `${tally.refunds}, ${tally.givenBack}`],
    ['refunds that an admin looked up', tally.decided],
    ['refunds that a service reported as failed', tally.failedLater],
    ['server kills (kill -9)', counts.kill],
    ['servers put to sleep', counts.sleep],
    ['servers restarted (SIGTERM), longest', `${counts.restart}, ${formatMax(tally.terminationsMs)}`],
    ['database kills (kill -9)', counts.database],
    ['power cuts of the terminals', counts.power],
    ['faults of the network', Object.values(tally.wire).reduce((sum, number) => sum + number, 0)],
    ['things that shoppers were told', tally.reported],
    ['packages with lots sold, buyers of recalls', `${tally.packages}, ${tally.recallBuyers}`],
    ['charged twice', countFindings('I1')],
    ['paid and not complete', countFindings('I2')],
    ['complete and not paid', countFindings('I3')],
    ['wrong amounts', countFindings('I4')],
    ['told wrongly', countFindings('I7')],
    ['stock wrong', countFindings('I5')],
    ['stuck', count('stuck')],
    ['other invariants broken', countFindings('I9', 'I10', 'I11', 'I12', 'I15', 'I18', 'I19', 'I20')],
    ['seen broken by the shop itself', tally.ownViolations.length],
    ['servers that ended by themselves', tally.selfExits.length],
    ['idle after the last fault, at worst', `${(tally.worstRecoveryMs / 1000).toFixed(1)} s`],
    ['seconds', tally.seconds.toFixed(0)],
  ]
  const rows = figures.map(([name, figure]) => `| ${name.padEnd(40)} | ${String(figure).padStart(16)} |`)
  return [
    `| ${`seed ${seed}`.padEnd(40)} | ${''.padStart(16)} |`,
    `| ${'-'.repeat(40)} | ${'-'.repeat(15)}: |`,
    ...rows,
    '',
    ...formatFindings(tally.findings),
    ...tally.selfExits,
    ...tally.invalid,
  ].join('\n')
}

const formatMax = (times: number[]) => `${(Math.max(0, ...times) / 1000).toFixed(1)} s`
