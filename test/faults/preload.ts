// Loaded into every server of a fault run, before server/main.ts: it gives the servers the run's terminals, and, when a bug is
// asked for, plants it in the code as it is read. The code on disk knows nothing of it.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { plantingOf } from './bugs/plantings.ts'

// A run that is killed takes its servers along; one of them that ends in order does not wait for the run.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

const planting = plantingOf(process.env['FAULTS_BUG'])
const inFaults = (file: string) => new URL(file, import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (!context.parentURL?.includes('/server/')) return resolved
    const [, instead] = Object.entries(planting.instead).find(([file]) => resolved.url.endsWith(file)) ?? []
    return instead ? { ...resolved, url: inFaults(instead) } : resolved
  },
  load(url, context, next) {
    const loaded = next(url, context)
    const edits = Object.entries(planting.edits).find(([file]) => url.endsWith(file))?.[1]
    if (!edits) return loaded
    let source = readFileSync(fileURLToPath(url), 'utf8')
    for (const [from, to] of edits) {
      if (source.split(from).length !== 2)
        throw new Error(`The bug can't be planted: ${url} does not hold once: ${from}`)
      source = source.replace(from, to)
    }
    return { ...loaded, source }
  },
})
