import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'

const entry = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  px: 1.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'line.input',
  color: 'text.primary',
  bgcolor: 'background.paper',
  textDecoration: 'none',
  '&[aria-current]': {
    bgcolor: 'secondary.main',
    color: 'secondary.contrastText',
    borderColor: 'secondary.main',
    fontWeight: 650,
  },
} as const

/** The links between the sections of the settings. */
export function SettingsNav({ current }: { current: Section }) {
  const { t } = useTranslation()
  return (
    <Box component="nav" aria-label={t('settings.nav')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {SECTIONS.map(section => (
          <li key={section}>
            <Box
              component={Link}
              to={sectionPath(section)}
              aria-current={section === current ? 'page' : undefined}
              sx={entry}
            >
              {t(`settings.sections.${section}`)}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The sections of the settings, each at its own address: leaving one with unsaved changes asks first. */
export const SECTIONS = [
  'operator',
  'terms',
  'privacy',
  'cameras',
  'vat',
  'languages',
  'barcodes',
  'refunds',
  'retention',
  'health',
] as const
export type Section = (typeof SECTIONS)[number]

export const sectionPath = (section: Section): string =>
  section === SECTIONS[0] ? PATHS.settings : `${PATHS.settings}/${section}`

export const isSection = (word: string): word is Section => SECTIONS.some(section => section === word)
