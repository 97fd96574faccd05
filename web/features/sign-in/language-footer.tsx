import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useLanguageChoice } from '#web/features/account/use-language-choice.ts'
import { LanguageSelect } from '#web/ui/language-select.tsx'

/** Whoever can't read the screen yet finds the own language here. */
export function LanguageFooter() {
  const { t } = useTranslation()
  const { language, languages, choose } = useLanguageChoice()
  return (
    <Box sx={{ mt: 3, maxWidth: 240 }}>
      <LanguageSelect
        languages={languages}
        value={language}
        onChange={code => void choose(code)}
        label={t('common.language')}
      />
    </Box>
  )
}
