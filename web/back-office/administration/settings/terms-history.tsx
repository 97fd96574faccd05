import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { TermsVersion } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

interface TermsPreviewProps {
  text: TermsVersion['texts'][LanguageCode]
  lang: LanguageCode
  onClose: () => void
}

/** The terms as shoppers see them in the dialog before they pay. */
export function TermsPreview({ text, lang, onClose }: TermsPreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} component="h2" lang={lang}>
        {text.title || t('settings.preview')}
      </DialogTitle>
      <DialogContent tabIndex={0} lang={lang}>
        {text.paragraphs.map(paragraph => (
          <Typography key={paragraph} sx={{ mb: 1.5, maxWidth: '68ch' }}>
            {paragraph}
          </Typography>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The published versions, newest first; each can be read as published. */
export function TermsHistory({ versions }: { versions: readonly TermsVersion[] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState<TermsVersion>()
  const lang = LANGUAGE_CODES.find(code => code === i18n.language) ?? 'en'
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('settings.history')}
      </Typography>
      {versions.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('settings.noTerms')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {versions.map(version => (
          <li key={version.id}>
            <Button sx={{ textAlign: 'start', justifyContent: 'start' }} onClick={() => setShown(version)}>
              {t('settings.version', { id: version.id, time: shopTimeText(version.published_at) })}
            </Button>
          </li>
        ))}
      </Box>
      {shown && <TermsPreview text={shown.texts[lang]} lang={lang} onClose={() => setShown(undefined)} />}
    </Panel>
  )
}
