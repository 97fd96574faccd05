import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { matchesCode } from '#domain/catalogue/code-search.ts'
import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { searchKey } from '#domain/format/normalise-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton, PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { priceText, type ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import css from './product-search.module.css'

/** The keyboard that a phone shows at first. */
type EntryKeys = 'digits' | 'letters'

export type ManualStart = {
  /** The initial text of the field: a code to correct, or empty. */
  text: string
  keys: EntryKeys
}

type ManualEntryProps = {
  products: readonly ShopProduct[]
  start: ManualStart
  onCode: (code: string) => void
  onChoice: (product: ShopProduct) => void
  /** It is part of the page: it leaves the focus where it is, and is ready for the next product after each. */
  isInPage?: boolean
}

type ManualEntryDialogProps = Omit<ManualEntryProps, 'isInPage'> & { onClose: () => void }

const MAX_SHOWN = 20

/** Replaces the scanner: takes the number under the bars, or the product's name. */
export function ManualEntryDialog({ onCode, onChoice, onClose, ...rest }: ManualEntryDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const closing =
    <Value,>(handle: (value: Value) => void) =>
    (value: Value) => {
      onClose()
      handle(value)
    }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen="below-sm" fullWidth maxWidth="sm">
      <div className={css.entryRow}>
        <DialogTitle id={id} as="h2" className={css.entryTitle}>
          {t('scanner.manualTitle')}
        </DialogTitle>
        <IconButton aria-label={t('common.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <DialogContent>
        <ManualEntry {...rest} onCode={closing(onCode)} onChoice={closing(onChoice)} />
      </DialogContent>
    </Dialog>
  )
}

/** A field for the number under the bars or the product's name, and the products that match. */
export function ManualEntry({ products, start, onCode, onChoice, isInPage = false }: ManualEntryProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(start.text)
  const [keys, setKeys] = useState(start.keys)
  const field = useRef<HTMLInputElement>(null)
  const isCode = normaliseGtin(text) !== undefined
  const isInvalid = isCode && !hasValidCheckDigit(text.replaceAll(/\s/g, ''))
  const found = searchProducts(
    products.filter(({ available }) => available),
    text,
  ).slice(0, MAX_SHOWN)
  const hasNothing = text.trim() !== '' && found.length === 0 && !isCode
  const getReady = () => {
    if (!isInPage) return
    setText('')
    // The pressed product disappears. A dialog that opens now returns the focus here.
    field.current?.focus()
  }
  const choose = (product: ShopProduct) => {
    getReady()
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
    if (isInvalid) return
    if (isCode) {
      getReady()
      onCode(text.replaceAll(/\s/g, ''))
    } else if (only && found.length === 1) choose(only)
  }
  return (
    <>
      <form onSubmit={submit} className={css.entryInput}>
        <TextInput
          label={t('scanner.manualLabel')}
          value={text}
          onChange={setText}
          type="search"
          inputMode={keys === 'digits' ? 'numeric' : 'search'}
          inputRef={field}
          autoComplete="off"
          autoFocus={!isInPage}
        />
        <div className={css.onlyOnPhones}>
          <SecondaryButton shape="quiet" small onClick={switchKeys}>
            {t(keys === 'digits' ? 'scanner.keysOfLetters' : 'scanner.keysOfDigits')}
          </SecondaryButton>
        </div>
        {isCode && !isInvalid && <PrimaryButton type="submit">{t('scanner.manualAdd')}</PrimaryButton>}
      </form>
      <Text role="status" className={css.entryNote}>
        {isInvalid ? t('scanner.manualWrong') : hasNothing ? t('scanner.manualNothing') : ''}
      </Text>
      <FoundProducts products={found} onChoose={choose} />
    </>
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
    <ul className={css.foundList}>
      {products.map(product => (
        <li key={product.id}>
          <button type="button" className={css.choice} onClick={() => onChoose(product)}>
            <ProductDrawing drawing={product.drawing} size={48} />
            <span className={css.foundName}>{product.name}</span>
            <span className={css.foundPrice}>{priceText(product, t)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Products whose names contain every typed word, best matches first; or those with a matching code or part of a code. */
export function searchProducts(products: readonly ShopProduct[], query: string): ShopProduct[] {
  const words = searchKey(query).split(' ').filter(Boolean)
  if (words.length === 0) return []
  return products
    .flatMap(product => {
      const rank = getRank(product, words) ?? (matchesCode(product, query) ? BY_CODE : undefined)
      return rank === undefined ? [] : [{ product, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || byFinnishName(a.product, b.product))
    .map(({ product }) => product)
}

const BY_CODE = 3

/** 0 if the name begins with the word, 1 if a word of it does, 2 within a word; undefined if it doesn't match. */
function getRank(product: ShopProduct, words: readonly string[]): number | undefined {
  const name = searchKey(product.name)
  const ranks = words.map(word => (name.startsWith(word) ? 0 : ` ${name}`.includes(` ${word}`) ? 1 : 2))
  return words.every(word => name.includes(word)) ? Math.max(...ranks) : undefined
}
