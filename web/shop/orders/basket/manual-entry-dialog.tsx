import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasValidCheckDigit, normaliseGtin } from '#domain/barcode.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton, PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './basket.module.css'
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

/** Replaces the scanner: takes the number under the bars, or the product's name. */
export function ManualEntryDialog({ products, start, onCode, onChoice, onClose }: ManualEntryDialogProps) {
  const { t } = useTranslation()
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
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen="below-sm" fullWidth maxWidth="sm">
      <div className={css.manualEntryDialogRow}>
        <DialogTitle id={id} as="h2" className={css.manualEntryDialogManualTitle}>
          {t('scanner.manualTitle')}
        </DialogTitle>
        <IconButton aria-label={t('common.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <DialogContent>
        <form onSubmit={submit} className={css.manualEntryDialogTextInput}>
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
          <div className={css.onlyOnPhones}>
            <SecondaryButton look="quiet" small onClick={switchKeys}>
              {t(keys === 'digits' ? 'scanner.keysOfLetters' : 'scanner.keysOfDigits')}
            </SecondaryButton>
          </div>
          {isCode && !isWrong && <PrimaryButton type="submit">{t('scanner.manualAdd')}</PrimaryButton>}
        </form>
        <Text role="status" className={css.manualEntryDialogText}>
          {isWrong ? t('scanner.manualWrong') : hasNothing ? t('scanner.manualNothing') : ''}
        </Text>
        <FoundProducts products={found} onChoose={choose} />
      </DialogContent>
    </Dialog>
  )
}

type FoundProductsProps = {
  products: readonly ShopProduct[]
  onChoose: (product: ShopProduct) => void
}

/** Products to choose from, each by one press. */
function FoundProducts({ products, onChoose }: FoundProductsProps) {
  const { t } = useTranslation()
  return (
    <ul className={css.foundProductsProducts}>
      {products.map(product => (
        <li key={product.id}>
          <button type="button" className={css.choice} onClick={() => onChoose(product)}>
            <ProductDrawing drawing={product.drawing} size={48} />
            <span className={css.foundProductsName}>{product.name}</span>
            <span className={css.foundProductsLabel}>{priceText(product, t)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
