import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { type Drawing, DRAWINGS } from '#domain/catalogue/drawings.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import type { ProductFormControl } from './use-product-form.ts'

const tileStyles = {
  display: 'grid',
  gap: 0.5,
  justifyItems: 'center',
  alignContent: 'start',
  px: 0.25,
  py: 1,
  borderRadius: 1,
  border: 2,
  borderColor: 'transparent',
  typography: 'body2',
  // The longest names just fit; on the smallest phones a few are hyphenated.
  hyphens: 'auto',
  overflowWrap: 'anywhere',
  '&[aria-pressed="true"]': { borderColor: 'primary.main', bgcolor: 'surface.mist' },
} as const

type PickerProps = {
  chosen: Drawing | ''
  onChoose: (drawing: Drawing | '') => void
  onClose: () => void
}

function DrawingPicker({ chosen, onChoose, onClose }: PickerProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const options = DRAWINGS.map(drawing => ({ drawing, name: t(`drawings.${drawing}`) }))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>{t('productForm.chooseDrawing')}</DialogTitle>
      <DialogContent>
        <Box
          sx={{
            display: 'grid',
            gap: 0.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(122px, calc(50% - 2px)), 1fr))',
          }}
        >
          {options
            .toSorted((a, b) => a.name.localeCompare(b.name, i18n.language))
            .map(({ drawing, name }) => (
              <ButtonBase
                key={drawing}
                aria-pressed={drawing === chosen}
                autoFocus={drawing === chosen}
                onClick={() => onChoose(drawing)}
                sx={tileStyles}
              >
                <ProductDrawing drawing={drawing} size={56} />
                {name}
              </ButtonBase>
            ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {chosen !== '' && <Button onClick={() => onChoose('')}>{t('productForm.noDrawing')}</Button>}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The drawing shown where there is no photograph. */
export function DrawingField({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { drawing } = form.values
  const choose = (next: Drawing | '') => {
    form.set('drawing', next)
    setOpen(false)
  }
  return (
    <FormSection title={t('productForm.fields.drawing')} lead={t('productForm.drawingLead')}>
      <WideField>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <ProductDrawing drawing={drawing || null} size={72} />
          <span>{drawing === '' ? t('productForm.noDrawing') : t(`drawings.${drawing}`)}</span>
          <Button variant="outlined" name="drawing" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('productForm.chooseDrawing')}
          </Button>
        </Box>
      </WideField>
      {isOpen && <DrawingPicker chosen={drawing} onChoose={choose} onClose={() => setOpen(false)} />}
    </FormSection>
  )
}
