/** What the bundler knows of a module that matters here. */
type Links = { importers: readonly string[]; dynamicImporters: readonly string[] }
type FindLinks = (id: string) => Links | null

// Where a shopper's code begins: the app itself, its pages, and the parts that these fetch later.
const SHOP_PAGE =
  /\/(?:accessibility|basket|camera-check|completed|home|login|login-link|phone-blocked|removal|user-disabled|verification)-page\.tsx$/
const OFFICE_PART = /-page\.tsx$|\/features\/(?:audit|forms|lists|palette)\/|\/shell\/admin-shell\.tsx$/

const isShopRoot = (id: string, { dynamicImporters }: Links) =>
  id.endsWith('/main.tsx') || SHOP_PAGE.test(id) || (dynamicImporters.length > 0 && !OFFICE_PART.test(id))

/** How many of the parts that shoppers fetch need a module at once. */
function countShopParts(id: string, findLinks: FindLinks): number {
  const seen = new Set<string>()
  let parts = 0
  const visit = (at: string) => {
    const links = findLinks(at)
    if (!links || seen.has(at)) return
    seen.add(at)
    if (isShopRoot(at, links)) parts++
    links.importers.forEach(visit)
  }
  visit(id)
  return parts
}

const SHARED_BY = 3

/**
 * The file for a module that many parts share. What only the back office shares is a file of its own, and what few of a
 * shopper's parts need is left to the bundler: neither is to weigh on the first view.
 */
export function sharedChunk(id: string, findLinks: FindLinks): 'shared' | 'office' | null {
  const parts = countShopParts(id, findLinks)
  if (parts >= SHARED_BY) return 'shared'
  return parts === 0 ? 'office' : null
}
