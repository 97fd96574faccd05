import { relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = `${import.meta.dirname}/../..`

/** Writes the modules of each script, for scripts/check-bytes.ts. */
export function listModules(): Plugin {
  return {
    name: 'list-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter(file => file.type === 'chunk')
      const modules = scripts.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(id => relative(ROOT, id))])
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(modules)),
      })
    },
  }
}
