// npm run drill -- NAME: runs a drill (docs/developer/faults.md#drills) with the other arguments; without a name, lists the drills.
type Drill = { file: string; args?: string[]; description: string }

const DRILLS: Readonly<Record<string, Drill>> = {
  rolling: {
    file: 'test/faults/drills/rolling.ts',
    description: '50 rolling restarts behind nginx, 200 open payments; --restarts, --open, --verbose',
  },
  migration: {
    file: 'test/faults/drills/rolling.ts',
    args: ['--to-next', '--restarts', '6'],
    description: 'this version on the schema of a next one, then restarted into the next one',
  },
  failover: {
    file: 'test/faults/drills/failover.ts',
    description: '20 promotions of a synchronous standby by Patroni, etcd and HAProxy; --promotions',
  },
  crash: {
    file: 'test/faults/drills/database-crash.ts',
    description: 'kill -9 of the embedded database’s postmaster, 100 times; --kills',
  },
  disk: {
    file: 'test/faults/drills/slow-disk.ts',
    description: 'no terminal receives a payment before its intent can be on the disk',
  },
  'full-disk': {
    file: 'test/faults/drills/full-disk.ts',
    description: 'the database’s disk has no room, five times for ten seconds; --fills, --full-seconds, --megabytes',
  },
  push: { file: 'test/push/run.ts', description: '10,000 notifications while servers are killed' },
  recall: { file: 'test/recall/run.ts', description: 'a recall with 10,000 buyers while servers are killed' },
  duty: {
    file: 'test/duty/run.ts',
    description:
      'a night of 1,000 causes to call keepers while everything is killed by turns; --causes, --kills, --seed',
  },
  package: {
    file: 'test/packages/run.ts',
    description: 'tarball and Debian package: installed, updated and removed in a new Debian under systemd',
  },
  'quick-start': {
    file: 'test/packages/quick-start.ts',
    description: 'the commands of the operators’ quick start in a new Debian, up to a paid order over HTTPS',
  },
  move: {
    file: 'test/packages/move.ts',
    description: 'a shop moves from one Debian machine to another over SSH, by the commands of the operators’ page',
  },
  update: {
    file: 'test/packages/update.ts',
    description: 'a shop in a new Debian gets a new commit and goes back, by the commands of the operators’ page',
  },
  monitoring: {
    file: 'test/monitoring/run.ts',
    description: 'a real Prometheus scrapes a shop, and evaluates the alarms and the dashboard’s queries',
  },
}

const [name = '', ...args] = process.argv.slice(2)
const drill = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined
if (drill) {
  // The drill parses the arguments as if it had been started directly.
  const file = new URL(`../${drill.file}`, import.meta.url)
  process.argv = [process.execPath, file.pathname, ...(drill.args ?? []), ...args]
  await import(file.href)
} else {
  for (const [each, { description }] of Object.entries(DRILLS)) console.log(`${each.padEnd(12)} ${description}`)
  if (name !== '') {
    console.error(`There is no drill “${name}”.`)
    process.exitCode = 1
  }
}
