import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useLanguageChoice } from '#web/shop/accounts/account/use-language-choice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { LanguageSelect } from '#web/kit/ui/language-select.tsx'

/** Whoever can't read the screen yet finds the own language here; and what becomes of an address before it is typed. */
export function LanguageFooter() {
  const { t } = useTranslation()
  const { language, languages, choose } = useLanguageChoice()
  return (
    <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 }}>
      <Box sx={{ flex: '1 1 200px', maxWidth: 240 }}>
        <LanguageSelect
          languages={languages}
          value={language}
          onChange={code => void choose(code)}
          label={t('common.language')}
        />
      </Box>
      <MuiLink component={Link} to={PATHS.privacy} sx={{ color: 'text.secondary', py: 1.25 }}>
        {t('privacy.link')}
      </MuiLink>
    </Box>
  )
}
