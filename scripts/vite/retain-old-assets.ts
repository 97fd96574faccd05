import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { DAY_MS } from '#domain/durations.ts'

const KEPT_MS = 14 * DAY_MS

/**
 * Empties the build's directory except for the hashed files of the last 14 days: a page that was opened before a deploy can still
 * load its other parts. A file's date is that of the last build that wrote it.
 */
export function retainOldAssets(): Plugin {
  let outDir = ''
  return {
    name: 'retain-old-assets',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved: ({ root, build }) => void (outDir = resolve(root, build.outDir)),
    async buildStart() {
      if (!existsSync(outDir)) return
      for (const name of await readdir(outDir)) if (name !== 'assets') await rm(join(outDir, name), { recursive: true })
      if (existsSync(join(outDir, 'assets'))) await prune(join(outDir, 'assets'), Date.now() - KEPT_MS)
    },
  }
}

async function prune(directory: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    if ((await stat(file)).mtimeMs < olderThanMs) await rm(file)
  }
}
