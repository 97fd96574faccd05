import { basename } from 'node:path'

/** The bundler's module information that matters here. */
type Links = {
  importers: readonly string[]
  importedIds: readonly string[]
  dynamicImporters: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type FindLinks = (id: string) => Links | null

// Material's styles import the first, and through it many components, but the app never uses it: it is not in the bundle.
// Query's index imports the others, which only the back office uses.
const OMITTED = /\/styles\/enhanceHighContrast\.mjs$|\/(?:useQueries|queriesObserver)\.js$/

const MAIN = /\/web\/main\.tsx$/

// The modules of a shopper's possible first views.
const FIRST_VIEW = /\/(?:main|home-page|login-page|verification-page)\.tsx$/

const isForAdmins = (id: string) => /\/web\/(?:back-office\/|app\/office-pages|kit\/theme\/office-theme)/.test(id)

/** Finds the app's entry module from any of its modules. */
function findMain(id: string, findLinks: FindLinks, seen = new Set<string>()): string | undefined {
  if (MAIN.test(id)) return id
  if (seen.has(id)) return undefined
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = findLinks(id) ?? {}
  for (const importer of [...importers, ...dynamicImporters]) {
    const main = findMain(importer, findLinks, seen)
    if (main !== undefined) return main
  }
  return undefined
}

/** The parts that a shopper may fetch, each with all its static imports: the app itself, its pages, and what those fetch. */
function findShopParts(main: string, findLinks: FindLinks): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>()
  const open = [main]
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    if (parts.has(root)) continue
    const modules = new Set<string>()
    parts.set(root, modules)
    const visit = (id: string) => {
      const links = findLinks(id)
      if (!links || modules.has(id) || OMITTED.test(id)) return
      modules.add(id)
      open.push(...links.dynamicallyImportedIds.filter(each => !isForAdmins(each)))
      links.importedIds.forEach(visit)
    }
    visit(root)
  }
  return parts
}

/** Decides into which file a module goes that several parts of the app share. Create one per build. */
export function moduleSharing() {
  let shopParts: Map<string, Set<string>> | undefined
  const getParts = (id: string, findLinks: FindLinks): string[] => {
    const main = shopParts ? undefined : findMain(id, findLinks)
    if (main !== undefined) shopParts = findShopParts(main, findLinks)
    return [...(shopParts ?? [])].filter(([, modules]) => modules.has(id)).map(([root]) => root)
  }
  return {
    /** Modules that three or more of a shopper's parts share go into one file; into another one when no first view needs them. */
    amongShop: (id: string, findLinks: FindLinks): string | null => {
      const parts = getParts(id, findLinks)
      if (parts.length < 3) return null
      return parts.some(part => FIRST_VIEW.test(part)) ? 'shared' : 'shared-later'
    },
    /**
     * Modules that one or two of them share, also with the back office, go into a file for these: the back office neither adds to
     * a shopper's first view nor splits it into tiny files.
     */
    withOffice: (id: string, findLinks: FindLinks): string | null => {
      const parts = getParts(id, findLinks)
      if (parts.length === 0 || parts.length > 2) return null
      return parts
        .map(part => basename(part).replace(/\..*$/, ''))
        .toSorted()
        .join('-and-')
    },
    /** Modules that only the back office shares go into a file of their own. */
    byOffice: (id: string, findLinks: FindLinks): string | null =>
      getParts(id, findLinks).length === 0 ? 'office' : null,
  }
}
