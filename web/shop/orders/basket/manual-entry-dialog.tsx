import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasValidCheckDigit, normaliseGtin } from '#domain/barcode.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { priceText } from './line-texts.ts'
import { searchProducts } from './search-products.ts'
import type { ShopProduct } from './shop-product.ts'

/** The keyboard that a phone shows at first. */
export type EntryKeys = 'digits' | 'letters'

export type ManualStart = {
  /** The initial text of the field: a code to correct, or empty. */
  text: string
  keys: EntryKeys
}

type ManualEntryDialogProps = {
  products: readonly ShopProduct[]
  start: ManualStart
  onCode: (code: string) => void
  onChoice: (product: ShopProduct) => void
  onClose: () => void
}

const MAX_SHOWN = 20

// Other keyboards have both.
const onlyOnPhones = { justifySelf: 'start', '@media (hover: hover) and (pointer: fine)': { display: 'none' } } as const

/** Replaces the scanner: takes the number under the bars, or the product's name. */
export function ManualEntryDialog({ products, start, onCode, onChoice, onClose }: ManualEntryDialogProps) {
  const { t } = useTranslation()
  const isFullScreen = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const [text, setText] = useState(start.text)
  const [keys, setKeys] = useState(start.keys)
  const field = useRef<HTMLInputElement>(null)
  const isCode = normaliseGtin(text) !== undefined
  const isWrong = isCode && !hasValidCheckDigit(text.replaceAll(/\s/g, ''))
  const found = searchProducts(
    products.filter(({ available }) => available),
    text,
  ).slice(0, MAX_SHOWN)
  const hasNothing = text.trim() !== '' && found.length === 0 && !isCode
  const choose = (product: ShopProduct) => {
    onClose()
    onChoice(product)
  }
  // A phone chooses its keyboard when the field gets the focus.
  const switchKeys = () => {
    flushSync(() => setKeys(keys === 'digits' ? 'letters' : 'digits'))
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [only] = found
    if (isWrong) return
    if (isCode) {
      onClose()
      onCode(text.replaceAll(/\s/g, ''))
    } else if (only && found.length === 1) choose(only)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isFullScreen} fullWidth maxWidth="sm">
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <DialogTitle id={id} component="h2" sx={{ flex: 1 }}>
          {t('scanner.manualTitle')}
        </DialogTitle>
        <IconButton aria-label={t('common.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent>
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
          <TextInput
            label={t('scanner.manualLabel')}
            value={text}
            onChange={setText}
            type="search"
            inputMode={keys === 'digits' ? 'numeric' : 'search'}
            inputRef={field}
            autoComplete="off"
            autoFocus
          />
          <Box sx={onlyOnPhones}>
            <SecondaryButton look="quiet" small onClick={switchKeys}>
              {t(keys === 'digits' ? 'scanner.keysOfLetters' : 'scanner.keysOfDigits')}
            </SecondaryButton>
          </Box>
          {isCode && !isWrong && <PrimaryButton type="submit">{t('scanner.manualAdd')}</PrimaryButton>}
        </Box>
        <Typography role="status" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {isWrong ? t('scanner.manualWrong') : hasNothing ? t('scanner.manualNothing') : ''}
        </Typography>
        <FoundProducts products={found} onChoose={choose} />
      </DialogContent>
    </Dialog>
  )
}

type FoundProductsProps = {
  products: readonly ShopProduct[]
  onChoose: (product: ShopProduct) => void
}

const choice = {
  width: '100%',
  minHeight: 64,
  gap: 1.5,
  py: 0.75,
  justifyContent: 'flex-start',
  textAlign: 'start',
  font: 'inherit',
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Products to choose from, each by one press. */
function FoundProducts({ products, onChoose }: FoundProductsProps) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {products.map(product => (
        <li key={product.id}>
          <ButtonBase sx={choice} onClick={() => onChoose(product)}>
            <ProductDrawing drawing={product.drawing} size={48} />
            <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {product.name}
            </Box>
            <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {priceText(product, t)}
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Box>
  )
}
