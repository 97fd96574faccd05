import type { Import } from './find-imports.ts'
import { FOR_TESTS_ONLY } from './import-law.ts'

/** Cycles of files, type imports included, and of features and modules that import each other. */
export function importCycles(imports: Import[]): string[][] {
  const ownImports = imports.filter(({ isPackage, file }) => !isPackage && !FOR_TESTS_ONLY.test(file))
  const fileImports = ownImports.map(({ file, target }) => [file, target] as const)
  const between = (part: RegExp) =>
    ownImports
      .map(({ file, target }) => [part.exec(file)?.[0] ?? '', part.exec(target)?.[0] ?? ''] as const)
      .filter(([from, to]) => from !== '' && to !== '' && from !== to)
  return [fileImports, between(FEATURE), between(MODULE)].flatMap(cyclesIn)
}

const FEATURE = /^(?:server\/modules|web\/(?:shop|back-office))\/[^/]+\/[^/]+(?=\/)/
const MODULE = /^(?:domain|contract|server\/modules|web\/(?:shop|back-office))\/[^/]+(?=\/)/

type Search = { next: Map<string, Set<string>>; done: Set<string>; path: string[]; cycles: string[][] }

function cyclesIn(edges: (readonly [string, string])[]): string[][] {
  const search: Search = { next: new Map(), done: new Set(), path: [], cycles: [] }
  for (const [from, to] of edges) search.next.set(from, (search.next.get(from) ?? new Set()).add(to))
  for (const start of search.next.keys()) visit(start, search)
  return search.cycles
}

/** Depth first: reaching a node of the current path closes a cycle. */
function visit(node: string, search: Search): void {
  const start = search.path.indexOf(node)
  if (start >= 0) search.cycles.push([...search.path.slice(start), node])
  if (start >= 0 || search.done.has(node)) return
  search.path.push(node)
  for (const next of search.next.get(node) ?? []) visit(next, search)
  search.path.pop()
  search.done.add(node)
}
