import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { areSingleKeysOn, GO_KEYS, setSingleKeys } from './use-office-keys.ts'

const keyStyles = {
  display: 'inline-block',
  px: 1,
  minWidth: 28,
  textAlign: 'center',
  border: 1,
  borderColor: 'line.input',
  borderRadius: 0.5,
  font: 'inherit',
  fontWeight: 650,
} as const

/** All keyboard shortcuts of the back office, and the switch for those of a single key. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const mayOpen = useMayOpen()
  const goKeys = Object.entries(GO_KEYS)
    .filter(([, path]) => mayOpen(path))
    .map(([letter, path]): [string[], string] => [['g', letter], t(`links.${path}`)])
  const rows: readonly [string[], string][] = [
    [['Ctrl', 'K'], t('palette.title')],
    [['Ctrl', 'S'], t('keys.save')],
    [['/'], t('keys.search')],
    [['?'], t('keys.title')],
    ...goKeys,
  ]
  const turn = (isWanted: boolean) => {
    setSingleKeys(isWanted)
    setOn(isWanted)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth maxWidth="xs" place="near">
      <DialogTitle id={`${id}-title`}>{t('keys.title')}</DialogTitle>
      <DialogContent>
        <CheckInput label={t('keys.single')} hint={t('keys.singleHint')} checked={isOn} onChange={turn} />
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 2,
            rowGap: 1,
            alignItems: 'center',
            mb: 0,
          }}
        >
          {rows.map(([keys, label]) => (
            <Box key={keys.join(' ')} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
                {keys.map(one => (
                  <Box component="kbd" key={one} sx={keyStyles}>
                    {one}
                  </Box>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {label}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
