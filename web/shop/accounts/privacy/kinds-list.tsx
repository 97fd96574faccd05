import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

export const PARTS = ['what', 'why', 'until'] as const

interface KindsListProps {
  kinds: readonly { what: string; why: string; until: string }[]
}

/** Each kind of stored data, why and for how long: a list, since three columns of sentences don't fit a phone. */
export function KindsList({ kinds }: KindsListProps) {
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
