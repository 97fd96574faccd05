// Searches the working tree for secrets, and with --history everything that was ever committed. It never prints a secret, only
// its location and a mark that scripts/secrets/allowed.ts can allow.
import { join } from 'node:path'
import { ALLOWED } from './secrets/allowed.ts'
import { findSecrets, isText } from './secrets/find-secrets.ts'
import { readHistory } from './secrets/read-history.ts'
import { readTree } from './secrets/read-tree.ts'

const root = join(import.meta.dirname, '..')
const counts = { texts: 0, bytes: 0, others: 0, allowed: 0, found: 0 }

function look({ place, bytes, id }: { place: string; bytes: Buffer; id?: string }): void {
  if (!isText(bytes)) return void (counts.others += 1)
  counts.texts += 1
  counts.bytes += bytes.length
  for (const { rule, line, mark } of findSecrets(bytes.toString('utf8'))) {
    if (ALLOWED.has(mark)) {
      counts.allowed += 1
      continue
    }
    counts.found += 1
    console.error(
      `${place}:${line}${id === undefined ? '' : ` (${id.slice(0, 10)})`} looks like a ${rule}: mark ${mark}`,
    )
  }
}

const startMs = performance.now()
if (process.argv.includes('--history')) for await (const stored of readHistory(root)) look(stored)
else for (const file of readTree(root)) look(file)

const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
const { texts, bytes, others, allowed, found } = counts
console.log(
  `${texts} texts of ${(bytes / 1e6).toFixed(0)} MB read in ${seconds} s (${others} pictures and the like left out): ` +
    `${found} finds, ${allowed} that are allowed.`,
)
if (found > 0) process.exitCode = 1
