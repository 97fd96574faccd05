import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import type { GuideNode, GuidePageFile } from '#web/back-office/kit/guide/built-page.ts'
import { getGuideLanguage, getGuideTitle, guideQuery } from '#web/back-office/kit/guide/guide-files.ts'
import { GUIDE_NAMES, guidePath, type GuideName } from '#web/back-office/kit/guide/guide-pages.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { Page } from '#web/kit/ui/page.tsx'

const textStyles = {
  minWidth: 0,
  maxWidth: 720,
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  '& h2': { typography: 'h2', mt: 4, mb: 1, scrollMarginTop: 80 },
  // The first week and the card for the wall fit a page of paper.
  '@media print': { maxWidth: 'none', lineHeight: 1.4, '& h2': { mt: 2, mb: 0.5 }, '& p, & ul': { my: 0.5 } },
  '& h3': { typography: 'h3', mt: 3, mb: 1, scrollMarginTop: 80 },
  '& li': { mb: 0.75 },
  '& th p, & td p': { m: 0 },
  '& img': { maxWidth: '100%', height: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 },
  '& code': { fontSize: '0.95em', bgcolor: 'action.hover', px: 0.5, borderRadius: 0.5 },
  '& pre': { overflowX: 'auto' },
  '& table': { borderCollapse: 'collapse', minWidth: '100%' },
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    p: 1,
    borderBottom: 1,
    borderColor: 'divider',
    minWidth: 96,
  },
} as const

const isGuideName = (name: string | undefined): name is GuideName => GUIDE_NAMES.some(each => each === name)

/** The shopkeeper's guide, in the language of the interface if it exists. */
export function GuidePage() {
  const { page = GUIDE_NAMES[0] } = useParams()
  return isGuideName(page) ? <GuideView name={page} /> : <Navigate to={guidePath(GUIDE_NAMES[0])} replace />
}

function GuideView({ name }: { name: GuideName }) {
  const { t, i18n } = useTranslation()
  const language = getGuideLanguage(i18n.language)
  const { data, error, refetch } = useQuery(guideQuery(name, language))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <Page title={getGuideTitle(name, language) ?? t('links./guide')} width="wide">
      <GlobalStyles styles={ON_PAPER} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { md: 'minmax(180px, 240px) 1fr' } }}>
        <Box sx={{ minWidth: 0, gridColumn: { md: 2 }, gridRow: { md: 1 } }}>
          {data && <PageText key={name} page={data} language={language} />}
        </Box>
        <TableOfContents name={name} language={language} />
      </Box>
    </Page>
  )
}

/** Without the top bar, and no higher than the text. */
const ON_PAPER = {
  '@media print': { header: { display: 'none' }, 'body > div > div': { minHeight: '0 !important' } },
} as const

/** Printed is only the page: the first week and the card for the wall hang on paper. */
const CONTENTS_STYLES = { gridColumn: { md: 1 }, gridRow: { md: 1 }, '@media print': { display: 'none' } } as const

function TableOfContents({ name, language }: { name: GuideName; language: string }) {
  const { t } = useTranslation()
  return (
    <Box component="nav" aria-label={t('guide.contents')} sx={CONTENTS_STYLES}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {GUIDE_NAMES.map(each => (
          <li key={each}>
            <MuiLink
              component={Link}
              to={guidePath(each)}
              aria-current={each === name ? 'page' : undefined}
              sx={{ display: 'block', py: 0.75, fontWeight: each === name ? 700 : 400 }}
            >
              {getGuideTitle(each, language)}
            </MuiLink>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** A hash that was typed by hand may be no valid encoding. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

function PageText({ page: { content, images }, language }: { page: GuidePageFile; language: string }) {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeHash(hash.slice(1)))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [hash])
  return (
    <Box lang={language} sx={textStyles}>
      {renderElements(content, images)}
    </Box>
  )
}

const renderElements = (nodes: readonly GuideNode[], images: GuidePageFile['images']): ReactNode[] =>
  nodes.map((node, at) => (typeof node === 'string' ? node : renderElement(node, { images, key: at })))

type RenderPlace = { images: GuidePageFile['images']; key: number }

function renderElement(
  { tag, attributes = {}, children }: Exclude<GuideNode, string>,
  { images, key }: RenderPlace,
): ReactNode {
  const inner = renderElements(children, images)
  const { href = '', src = '', ...rest } = attributes
  if (tag === 'img') return <img key={key} {...rest} src={images[src]} loading="lazy" />
  if (tag === 'a')
    return (
      <GuideAnchor key={key} href={href}>
        {inner}
      </GuideAnchor>
    )
  if (tag === 'table')
    return (
      <Box key={key} sx={{ overflowX: 'auto', my: 2 }} tabIndex={0} role="group">
        <table>{inner}</table>
      </Box>
    )
  const isSection = tag === 'h2' || tag === 'h3'
  return createElement(tag, { key, ...rest, ...(isSection && { tabIndex: -1 }) }, ...inner)
}

function GuideAnchor({ href, children }: { href: string; children: ReactNode }) {
  if (!href.startsWith('https:'))
    return (
      <MuiLink component={Link} to={href}>
        {children}
      </MuiLink>
    )
  return (
    <MuiLink href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </MuiLink>
  )
}
