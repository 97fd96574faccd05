import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readWebManifest, reachableFrom } from './vite/web-manifest.ts'

const BUDGET_FILE = join(import.meta.dirname, 'byte-budget.json')

export type ByteBudget = {
  /** Target for the brotli bytes of JavaScript of a first view. */
  aim: number
  /** The entry modules of each view, and its hard limit in bytes. */
  views: Record<string, { from: string[]; limit: number }>
  /** Requests for scripts before the first view can be drawn. */
  firstScripts: number
  /** Parts of module names that no shopper's view may contain. */
  neverFirst: string[]
}

export type ViewBytes = { view: string; bytes: number; scripts: number; limit: number; modules: string[] }

export const readBudget = (): ByteBudget =>
  // Checked in beside this file.
  JSON.parse(readFileSync(BUDGET_FILE, 'utf8')) as ByteBudget

/** The brotli bytes of JavaScript of each view of a build. */
export function measureBytes(webDir: string, { views }: ByteBudget): ViewBytes[] {
  const manifest = readWebManifest(webDir)
  // The build wrote it.
  const modules = JSON.parse(readFileSync(join(webDir, '.vite/modules.json'), 'utf8')) as Record<string, string[]>
  return Object.entries(views).map(([view, { from, limit }]) => {
    const files = [...reachableFrom(manifest, from)].map(key => manifest[key]?.file ?? '')
    const scripts = files.filter(file => file.endsWith('.js'))
    const sizes = scripts.map(file => brotliCompressSync(readFileSync(join(webDir, file))).length)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return { view, bytes, scripts: scripts.length, limit, modules: scripts.flatMap(file => modules[file] ?? []) }
  })
}

/** What is wrong with the views, one sentence each; empty when all are within the budget. */
export function byteFaults(measured: readonly ViewBytes[], { firstScripts, neverFirst, aim }: ByteBudget): string[] {
  return measured.flatMap(({ view, bytes, scripts, limit, modules }) => {
    const strangers = modules.filter(module => neverFirst.some(name => module.includes(name)))
    const isFirst = limit < aim * 1.2
    return [
      ...(bytes > limit ? [`${view} takes ${bytes} bytes of JavaScript, more than ${limit}.`] : []),
      ...(isFirst && scripts > firstScripts ? [`${view} takes ${scripts} scripts, more than ${firstScripts}.`] : []),
      ...strangers.map(module => `${view} has ${module}, which no shopper needs.`),
    ]
  })
}
