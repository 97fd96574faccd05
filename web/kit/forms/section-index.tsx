import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** Fewer are in view together. */
const MIN_SECTIONS = 4

const listHeadings = (content: HTMLElement) =>
  [...content.querySelectorAll<HTMLElement>('section[aria-labelledby]')].flatMap(
    section => section.querySelector<HTMLElement>('h2') ?? [],
  )

/** The headings of the sections in the element, kept up to date: parts of a page load later. */
function useHeadings(within: RefObject<HTMLElement | null>): readonly string[] {
  const [titles, setTitles] = useState<readonly string[]>([])
  useEffect(() => {
    const content = within.current
    if (!content) return undefined
    const read = () => {
      const found = listHeadings(content).map(({ textContent }) => textContent)
      setTitles(before => (before.join('\n') === found.join('\n') ? before : found))
    }
    read()
    const changes = new MutationObserver(read)
    changes.observe(content, { childList: true, subtree: true, characterData: true })
    return () => changes.disconnect()
  }, [within])
  return titles
}

const indexStyles = { display: 'flex', flexWrap: 'wrap', columnGap: 2 } as const
const summary = { minHeight: 44, display: 'list-item', alignContent: 'center', cursor: 'pointer' } as const

/** Leads to the sections of a long page: a press scrolls to one and moves the focus to its heading. Folded on a phone. */
export function SectionIndex({ within }: { within: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const titles = useHeadings(within)
  const isPhone = useMediaQuery(theme => theme.breakpoints.down('sm'))
  if (titles.length < MIN_SECTIONS) return null
  const open = (at: number) => {
    const heading = within.current ? listHeadings(within.current)[at] : undefined
    if (!heading) return
    heading.tabIndex = -1
    heading.style.scrollMarginTop = '92px'
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }
  const links = (
    <Box component="nav" aria-label={t('forms.sections')} sx={indexStyles}>
      {titles.map((title, at) => (
        <MuiLink
          key={title}
          component="button"
          type="button"
          onClick={() => open(at)}
          sx={{ minHeight: 44, minWidth: 44, font: 'inherit', textAlign: 'left' }}
        >
          {title}
        </MuiLink>
      ))}
    </Box>
  )
  if (!isPhone) return links
  return (
    <details>
      <Box component="summary" sx={summary}>
        {t('forms.sections')}
      </Box>
      {links}
    </details>
  )
}
