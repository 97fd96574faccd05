import type { Import } from './find-imports.ts'

const MIN_LINES = 40
/** Each module declares these under the same name, however short they are. */
const DECLARATIONS = /\/(?:module|routes|personal-data|retention|gauges)\.ts$|\/table-types\//
const IS_TEST = /\.test\.tsx?$|^(?:test|bench|scripts)\//

export type SourceFile = { file: string; lines: number }

/**
 * Short files of the server and the web that belong in the only file that imports them: under 40 lines, one importer in the
 * same module, and no test of their own. Files that are loaded later (`import()`, workers) must be files of their own.
 */
export function singleUseFiles(files: readonly SourceFile[], imports: readonly Import[]): SourceFile[] {
  const importers = Map.groupBy(imports, ({ target }) => target)
  return files.filter(({ file, lines }) => {
    if (!/^(?:server|web)\//.test(file) || IS_TEST.test(file) || DECLARATIONS.test(file) || lines >= MIN_LINES)
      return false
    const importersOfFile = importers.get(file) ?? []
    const [only, ...others] = new Set(importersOfFile.map(found => found.file))
    if (only === undefined || others.length > 0 || importersOfFile.some(({ isLater }) => isLater)) return false
    return getModule(only) === getModule(file)
  })
}

/** `web/shop/orders/basket/x.ts` is of `web/shop/orders`. */
const getModule = (file: string) => file.split('/').slice(0, 3).join('/')
