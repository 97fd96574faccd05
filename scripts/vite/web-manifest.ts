import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One entry of Vite's manifest, by source. Files are relative to the build's directory. */
export type ManifestChunk = {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
export type WebManifest = Record<string, ManifestChunk>

export const readWebManifest = (outDir: string): WebManifest =>
  // Vite wrote it.
  JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as WebManifest

/** The keys of the start modules and their static imports, and of the dynamic imports for which `follows` returns true. */
export function reachableFrom(
  manifest: WebManifest,
  start: readonly string[],
  follows: (key: string) => boolean = () => false,
): Set<string> {
  const reached = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (reached.has(key)) return
    reached.add(key)
    chunk.imports?.forEach(visit)
    chunk.dynamicImports?.filter(follows).forEach(visit)
  }
  start.forEach(visit)
  return reached
}
