import { type ReactNode, useEffect, useRef } from 'react'
import { hasLostFocus } from './hooks/focus.ts'
import { joinClasses, Text } from './text.tsx'
import css from './ui.module.css'

let isFirstScreen = true

/**
 * For the h1 of a screen. Moves the focus to it when the screen replaces another one and the focus was lost; not at the start of
 * the app.
 */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst && hasLostFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** The class of a column as wide as a page. */
export const WIDTH_CLASSES = { narrow: css.narrow, normal: css.normal, wide: css.wide }
export type PageWidth = keyof typeof WIDTH_CLASSES

type PageProps = {
  title: string
  children: ReactNode
  /** Beside the title on wide screens, under it on narrow ones. */
  aside?: ReactNode
  lead?: ReactNode
  width?: PageWidth
  /** The heading stays for screen readers where a picture already shows it. */
  hideTitle?: boolean
}

/** One screen: its name in the tab and in one h1, and a column no wider than its text can bear. */
export function Page({ title, children, aside, lead, width = 'normal', hideTitle = false }: PageProps) {
  const heading = useHeadingFocus()
  useEffect(() => {
    document.title = `${title} · Puoti`
  }, [title])
  return (
    <div className={joinClasses(css.page, WIDTH_CLASSES[width])}>
      <div className={hideTitle ? css.unseen : css.pageHead}>
        <Text variant="h1" ref={heading} tabIndex={-1}>
          {title}
        </Text>
        {aside}
      </div>
      {lead !== undefined && <Text soft>{lead}</Text>}
      {children}
    </div>
  )
}
