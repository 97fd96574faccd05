/** What a page of the guide may contain; `a` leads to another page of the guide, a place on this one, or another site. */
export type GuideTag =
  | 'h2'
  | 'h3'
  | 'h4'
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'code'
  | 'pre'
  | 'blockquote'
  | 'hr'
  | 'br'
  | 'a'
  | 'img'
  | 'span'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
export type GuideNode = string | { tag: GuideTag; attributes?: Record<string, string>; children: GuideNode[] }

/** A page of docs/shopkeeper as scripts/vite/guide-pages.ts builds it. `content`: without its title. */
export type BuiltGuidePage = { title: string; content: GuideNode[] }

/** `images`: the addresses of its images after the build, by those in the document. */
export type GuidePageFile = BuiltGuidePage & { images: Partial<Record<string, string>> }
