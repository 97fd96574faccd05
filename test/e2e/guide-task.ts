import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The names of buttons, fields and pages in the steps of a section of the shopkeepers' guide, for the test that walks it. */
export type GuideTask = {
  /** The same name; an error if the section doesn't have it. */
  getByName: (name: string) => string
  /** Names of the section that the test has not used. */
  unused: () => string[]
}

const getAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

export function readGuideTask(page: string, anchor: string): GuideTask {
  const markdown = readFileSync(join(import.meta.dirname, '../../docs/shopkeeper', `${page}.md`), 'utf8')
  const section = markdown.split(/^## /m).find(part => getAnchor(part.split('\n')[0] ?? '') === anchor)
  if (section === undefined) throw new Error(`docs/shopkeeper/${page}.md has no section ${anchor}`)
  const steps = [...section.matchAll(/^\d+\. [^]*?(?=\n\d+\. |\n\n|$(?![^]))/gm)]
    .map(([step]) => step.replaceAll(/`[^`]*`/g, ''))
    .join('\n')
  const names = new Set([...steps.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')))
  const used = new Set<string>()
  return {
    getByName(name) {
      if (!names.has(name)) throw new Error(`The steps of ${page}.md#${anchor} don't have “${name}”`)
      used.add(name)
      return name
    },
    unused: () => [...names].filter(name => !used.has(name)),
  }
}
