import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(import.meta.dirname, '../../web')
const LOADED_BY_ADMIN_PART = /adminPart\(\s*async \(\) => \(await import\('#web\/([^']+)'\)/g

/** The modules that only admins ask for, as the build names them: what `adminPart` loads. */
export function adminModules(): Set<string> {
  const sources = globSync('**/*.{ts,tsx}', { cwd: WEB }).map(file => readFileSync(join(WEB, file), 'utf8'))
  return new Set(sources.flatMap(text => [...text.matchAll(LOADED_BY_ADMIN_PART)].map(([, module = '']) => module)))
}
