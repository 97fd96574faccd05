import type { GuideNode, GuidePageFile, GuideTag } from './built-page.ts'
import { GUIDE_NAMES, type GuideName } from './guide-pages.ts'

// Made by scripts/vite/guide-pages.ts.
const PAGE_FILES = import.meta.glob<GuidePageFile>('../../../../docs/shopkeeper/**/*.md', {
  query: '?guide',
  import: 'default',
})
const TITLE_FILES = import.meta.glob<string>('../../../../docs/shopkeeper/**/*.md', {
  query: '?guide-title',
  import: 'default',
  eager: true,
})

const LANGUAGE_FOLDERS: Partial<Record<string, string>> = { en: '', fi: 'fi/', sv: 'sv/' }

/** The language in which a person reads the guide: that of the interface, or English. */
export const getGuideLanguage = (language: string): string => (language in LANGUAGE_FOLDERS ? language : 'en')

const guideFile = (name: GuideName, language: string) =>
  `../../../../docs/shopkeeper/${LANGUAGE_FOLDERS[language] ?? ''}${name}.md`

export const getGuideTitle = (name: GuideName, language: string): string | undefined =>
  TITLE_FILES[guideFile(name, language)]

async function loadPage(name: GuideName, language: string): Promise<GuidePageFile> {
  const load = PAGE_FILES[guideFile(name, language)]
  if (!load) throw new Error(`The guide has no page ${name}`)
  return load()
}

export const guideQuery = (name: GuideName, language: string) => ({
  queryKey: ['guide', name, language],
  queryFn: () => loadPage(name, language),
  staleTime: Infinity,
})

/** A heading of the guide, and the text below it up to the next one. */
export type GuideSection = { page: GuideName; anchor: string; title: string; text: string }

/** Elements whose children are paragraphs. */
const BLOCK_TAGS: ReadonlySet<GuideTag> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr', 'blockquote'])

const getText = (node: GuideNode): string =>
  typeof node === 'string' ? node : node.children.map(getText).join(BLOCK_TAGS.has(node.tag) ? ' ' : '')

/** The sections of a page. Text before the first heading belongs to none. */
export function splitSections(page: GuideName, content: readonly GuideNode[]): GuideSection[] {
  const sections: GuideSection[] = []
  for (const node of content) {
    const anchor = typeof node === 'string' ? undefined : node.attributes?.['id']
    if (typeof node !== 'string' && anchor !== undefined) {
      sections.push({ page, anchor, title: getText(node), text: '' })
      continue
    }
    const section = sections.at(-1)
    if (section) section.text += ` ${getText(node)}`
  }
  return sections
}

/** All sections of the guide in a language: about a hundred. */
export const guideSectionsQuery = (language: string) => ({
  queryKey: ['guide', 'sections', language],
  queryFn: async () => {
    const pages = await Promise.all(GUIDE_NAMES.map(name => loadPage(name, language)))
    return pages.flatMap(({ content }, at) => splitSections(GUIDE_NAMES[at] ?? GUIDE_NAMES[0], content))
  },
  staleTime: Infinity,
})
