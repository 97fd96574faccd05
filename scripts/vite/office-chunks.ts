/** What the bundler knows of a module that matters here. */
type Links = { importers: readonly string[]; dynamicImporters: readonly string[] }

interface Graph {
  findLinks: (id: string) => Links | null
  /** Whether a module is fetched by admins alone. */
  isForAdmins: (id: string) => boolean
}

const SHARED_BY = 3

// Through a library's list of all it has, everything seems to need everything.
const BARREL = /node_modules\/@mui\/(?:material\/utils|material|system|utils)\/index\.m?js$/

/**
 * How many of the parts that shoppers fetch need a module at once: the app itself, its pages, its dialogs. Undefined when
 * it can't be told, and they are few.
 */
function countShopParts(id: string, { findLinks, isForAdmins }: Graph): number | undefined {
  const seen = new Set<string>()
  let parts = 0
  let isCertain = true
  const visit = (at: string) => {
    const links = findLinks(at)
    if (!links || seen.has(at)) return
    seen.add(at)
    if (BARREL.test(at)) {
      isCertain = false
      return
    }
    if (at.endsWith('/main.tsx') || (links.dynamicImporters.length > 0 && !isForAdmins(at))) parts++
    links.importers.forEach(visit)
  }
  visit(id)
  return isCertain || parts >= SHARED_BY ? parts : undefined
}

/**
 * The file for a module that many parts share. What only the back office shares is a file of its own, and what few of a
 * shopper's parts need is left to the bundler: neither is to weigh on the first view.
 */
export function sharedChunk(id: string, graph: Graph): 'shared' | 'office' | null {
  const parts = countShopParts(id, graph)
  if (parts !== undefined && parts >= SHARED_BY) return 'shared'
  return parts === 0 ? 'office' : null
}
