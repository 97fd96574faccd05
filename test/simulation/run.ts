// npm run simulate: plays many seeds, prints the story of one, or hunts the planted bugs.
import { parseArgs } from 'node:util'
import { INVARIANTS } from '#test/faults/checker/check.ts'
import { BUGS, seedThatShows } from './bugs.ts'
import { Coverage } from './coverage.ts'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    first: { type: 'string' },
    seed: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
})

process.exit(play())

function play(): number {
  if (values.bugs) return huntAll()
  return values.seed === undefined ? playMany(Number(values.seeds)) : playOne(Number(values.seed))
}

/** As a Markdown table. */
function huntAll(): number {
  const rows = BUGS.map(planted => {
    const began = performance.now()
    const seed = seedThatShows(planted)
    return { ...planted, seed, seconds: ((performance.now() - began) / 1000).toFixed(1) }
  })
  console.log('| bug | found by seed | after | by |\n| --- | ---: | ---: | --- |')
  for (const { name, seed, seconds, shows } of rows)
    console.log(`| ${name} | ${seed ?? 'not found'} | ${seconds} s | ${shows} ${INVARIANTS[shows]} |`)
  return rows.every(({ seed }) => seed !== undefined) ? 0 : 1
}

function playOne(seed: number): number {
  const { findings } = simulate(seed, values.verbose ? { story: line => console.log(line) } : {})
  console.log(findings.length === 0 ? `Seed ${seed}: nothing to find` : JSON.stringify(findings, null, 2))
  return findings.length === 0 ? 0 : 1
}

function playMany(count: number): number {
  const first = Number(values.first ?? Math.floor(Math.random() * 1e9))
  const coverage = new Coverage()
  const began = performance.now()
  let bad = 0
  console.log(`Seeds ${first} to ${first + count - 1}`)
  for (let seed = first; seed < first + count; seed++) {
    const played = simulate(seed)
    coverage.add(played)
    if (played.findings.length === 0) continue
    bad++
    const [{ invariant, what } = { invariant: '', what: '' }] = played.findings
    console.log(`Seed ${seed}: ${invariant} ${what}. Its story: npm run simulate -- --seed ${seed} --verbose`)
  }
  const seconds = (performance.now() - began) / 1000
  console.log(`${coverage.report()}\n${seconds.toFixed(1)} s (${((seconds * 1000) / count).toFixed(2)} ms a seed)`)
  console.log(bad === 0 ? 'Nothing to find' : `${bad} seeds found something`)
  return bad === 0 ? 0 : 1
}
