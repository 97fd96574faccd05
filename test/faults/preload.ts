// Loaded into every server of a fault run, before server/main.ts: replaces the terminals with the run's own, and optionally
// plants a bug in the code at load time. The code on disk stays unchanged.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { getPlanting } from './planted-bugs/plantings.ts'

// A killed run takes its servers along; a server that ends in order does not wait for the run.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

const planting = getPlanting(process.env['FAULTS_BUG'])
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
