import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Notice } from '#contract/accounts/privacy.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { LoadFault } from './load-fault.tsx'
import { useNoticesOfShop } from './queries.ts'

const HEADING = '# '

/** The paragraphs of a notice; one that begins with `# ` is a heading. */
function NoticeText({ paragraphs, heading }: { paragraphs: Notice['paragraphs']; heading: 'h2' | 'h3' }) {
  // The same text may occur twice, and nothing moves: indexes are keys.
  return paragraphs.map((paragraph, at) =>
    paragraph.startsWith(HEADING) ? (
      // oxlint-disable-next-line react/no-array-index-key
      <Typography key={at} variant={heading} sx={{ mt: at === 0 ? 0 : 1 }}>
        {paragraph.slice(HEADING.length)}
      </Typography>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Typography key={at} sx={{ maxWidth: '68ch', overflowWrap: 'anywhere' }}>
        {paragraph}
      </Typography>
    ),
  )
}

function Cameras({ notice }: { notice: Notice }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, mt: 2 }}>
      <Typography variant="h2" id={id}>
        {notice.title}
      </Typography>
      <NoticeText paragraphs={notice.paragraphs} heading="h3" />
    </Box>
  )
}

/** The operator's notices on personal data, and on cameras if there are any; open to all. */
export function PrivacyPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useNoticesOfShop()
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  return (
    <Page title={data?.privacy.title ?? t('privacy.link')}>
      {data ? (
        <>
          <NoticeText paragraphs={data.privacy.paragraphs} heading="h2" />
          <KindsList kinds={data.kinds} />
          {data.cameras && <Cameras notice={data.cameras} />}
        </>
      ) : (
        <LoadFault error={error} onRetry={() => void refetch()} />
      )}
      <MuiLink component={Link} to={PATHS.removal} sx={{ py: 1.25, justifySelf: 'start' }}>
        {t('privacy.removalLink')}
      </MuiLink>
      <WayBack />
    </Page>
  )
}

export const PARTS = ['what', 'why', 'until'] as const

type KindsListProps = {
  kinds: readonly { what: string; why: string; until: string }[]
}

/** Each kind of stored data, why and for how long: a list, since three columns of sentences don't fit a phone. */
function KindsList({ kinds }: KindsListProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, mt: 1 }}>
      <Typography variant="h2" id={id}>
        {t('privacy.kindsTitle')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {kinds.map(kind => (
          <Panel component="li" key={kind.what}>
            <Box
              component="dl"
              sx={{
                m: 0,
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '120px minmax(0, 1fr)' },
                columnGap: 2,
                rowGap: { xs: 0, sm: 0.75 },
                '& dt': { color: 'text.secondary', typography: 'body2', pt: { sm: 0.25 } },
                '& dd': { m: 0, mb: { xs: 0.75, sm: 0 } },
              }}
            >
              {PARTS.map(part => (
                <Box key={part} sx={{ display: 'contents' }}>
                  <dt>{t(`privacy.${part}`)}</dt>
                  <Box component="dd" sx={part === 'what' ? { fontWeight: 600 } : undefined}>
                    {kind[part]}
                  </Box>
                </Box>
              ))}
            </Box>
          </Panel>
        ))}
      </Box>
    </Box>
  )
}
