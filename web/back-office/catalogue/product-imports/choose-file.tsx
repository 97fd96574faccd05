import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import { type ProductImport, productImports, UNREADABLE_REASONS } from '#contract/catalogue/product-imports.ts'
import type { Store } from '#contract/stores/stores.ts'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { GuideLink } from '#web/back-office/kit/guide/guide-link.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { ApiError, isAborted, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { fetchReportingProgress } from '#web/kit/api/fetch-reporting-progress.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSentNotice } from '#web/kit/mutations/use-sent-notice.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ChooseColumns, type ChosenColumns, onlyOne, useVatChoices } from './choose-columns.tsx'
import { DropZone } from './drop-zone.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRules, ImportTemplates } from './import-rules.tsx'

/** Why a file was refused, or why it did not arrive, which isn't a fault of the file. */
function fileFault(error: unknown, t: Translate): { text: string | undefined; isOfFile: boolean } {
  if (!(error instanceof ApiError)) return { text: errorText(error, t), isOfFile: false }
  if (error.code === 'request.tooLarge') return { text: t('productImport.limits'), isOfFile: true }
  if (error.code !== 'import.unreadable') return { text: errorText(error, t), isOfFile: false }
  const details = readFault(error.body)
  const problem = UNREADABLE_REASONS.find(each => each === details.problem) ?? 'damaged'
  return {
    text: t(`productImport.unreadable.${problem}`, { column: details.column, row: details.row }),
    isOfFile: true,
  }
}

function readFault(body: unknown): { problem: string; column: string; row: string } {
  const textAt = (name: string) =>
    typeof body === 'object' && body !== null && name in body ? String(Reflect.get(body, name)) : ''
  return { problem: textAt('problem'), column: textAt('column'), row: textAt('row') }
}

/** How a file's new products and suppliers are handled. */
type ImportChoices = { createSuppliers: boolean; offer: OfferedStores }

/** A file whose columns are to be chosen, or whose new products need answers. */
type WaitingPreview = { preview: ImportPreview; name: string; missingChoices: ProductImport['missing_choices'] }

type ChooseFileProps = {
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
  onChecked: (checked: ProductImport) => void
  /** Below the choice of the file. */
  children: ReactNode
}

/** Of several stores, the admin chooses the one whose stock the file has. */
const needsStoreChoice = ({ columns }: ImportPreview, stores: readonly unknown[]): boolean =>
  stores.length > 1 && columns.some(({ column }) => column === 'stock')

/** The choice of the file, what it must contain, and a template. */
export function ChooseFile({ choices, onChange, onChecked, children }: ChooseFileProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const stores = useStoreChoices(productImports.check)?.filter(({ status }) => status !== 'archived') ?? []
  const suppliers = useSupplierOptions() ?? []
  const vatClasses = useVatChoices() ?? []
  const { createSuppliers, offer } = choices
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const createSentNotice = useSentNotice()
  const [checking, setChecking] = useState<number>()
  const [waiting, setWaiting] = useState<WaitingPreview>()
  const fail = (error: unknown, name: string) => {
    setBusy(false)
    if (isAborted(error)) return announce(t('productImport.calledOff', { name }))
    const { text, isOfFile } = fileFault(error, t)
    if (isOfFile) setFault(text)
    else if (text !== undefined) notify({ id: 'import-failed', severity: 'error', text })
  }
  const check = async (preview: ImportPreview, name: string, chosen?: ChosenColumns) => {
    const { id, program, net_prices } = preview
    setBusy(true)
    setFault(undefined)
    setChecking(id)
    try {
      const only = onlyOne(stores)
      const [supplier, ...others] = suppliers
      const body = {
        // Lists of other programs name suppliers that the shop doesn’t have.
        create_suppliers: createSuppliers || program !== null,
        net_prices,
        default_stores: offerIn(offer) ?? 'none',
        ...(only !== undefined && { stock_store: only }),
        ...(supplier && others.length === 0 && { default_supplier_id: Number(supplier.value) }),
        ...chosen,
      }
      const checked = await callApi(productImports.recheck, { params: { id }, body })
      // A list of products that the shop has needs no answers.
      if (checked.missing_choices.some(answer => answer === 'vat_class' || suppliers.length > 0))
        setWaiting({ preview, name, missingChoices: checked.missing_choices })
      else onChecked(checked)
    } catch (error) {
      fail(error, name)
    }
    setChecking(undefined)
    setBusy(false)
  }
  const upload = async (file: File) => {
    setBusy(true)
    setFault(undefined)
    setShare(undefined)
    const { signal } = (sending.current = new AbortController())
    try {
      const body = new Blob([file], { type: 'application/octet-stream' })
      const sendBy = fetchReportingProgress(createSentNotice(file.name, setShare))
      const name = file.name.slice(0, 200)
      const preview = await callApi(productImports.preview, { query: { name }, body, signal, sendBy })
      if (preview.has_known_columns && !needsStoreChoice(preview, stores)) await check(preview, file.name)
      else {
        setBusy(false)
        setWaiting({ preview, name: file.name, missingChoices: [] })
      }
    } catch (error) {
      fail(error, file.name)
    }
  }
  if (waiting)
    return (
      <ChooseColumns
        preview={waiting.preview}
        stores={stores}
        suppliers={suppliers}
        fileName={waiting.name}
        missingChoices={waiting.missingChoices}
        isBusy={isBusy}
        fault={fault}
        vatClasses={vatClasses}
        onChosen={chosen => void check(waiting.preview, waiting.name, chosen)}
        progress={checking !== undefined && <ImportProgress id={checking} activity="checking" />}
        onAnother={() => {
          setFault(undefined)
          setWaiting(undefined)
        }}
      />
    )
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography sx={{ maxWidth: '68ch' }}>{t('productImport.lead')}</Typography>
      <GuideLink page="products" at="import-from-a-spreadsheet">
        {t('guide.import')}
      </GuideLink>
      <ImportTemplates />
      <CheckInput
        label={t('productImport.createSuppliers')}
        hint={t('productImport.createSuppliersHint')}
        checked={createSuppliers}
        onChange={isWanted => onChange({ ...choices, createSuppliers: isWanted })}
        disabled={isBusy}
      />
      <OfferChoice
        stores={stores}
        offer={offer}
        onChange={changed => onChange({ ...choices, offer: changed })}
        disabled={isBusy}
      />
      <DropZone
        isBusy={isBusy}
        share={share}
        fault={fault}
        onFile={file => void upload(file)}
        onCallOff={() => sending.current?.abort()}
      />
      {checking !== undefined && <ImportProgress id={checking} activity="checking" />}
      <ImportRules />
      {children}
    </Box>
  )
}

/** The stores that sell the new products whose rows don't name any. */
type OfferedStores = {
  where: 'all' | 'some' | 'none'
  storeIds: readonly number[]
}

/** Like a new product in the form: sold in every store, of a supplier that exists. */
export const USUAL_CHOICES: ImportChoices = { createSuppliers: false, offer: { where: 'all', storeIds: [] } }

/** The value for the check request; undefined for no store. */
function offerIn({ where, storeIds }: OfferedStores): string | undefined {
  if (where === 'all') return 'all'
  return where === 'some' && storeIds.length > 0 ? storeIds.join(',') : undefined
}

type OfferChoiceProps = {
  stores: readonly Pick<Store, 'id' | 'name'>[]
  offer: OfferedStores
  onChange: (offer: OfferedStores) => void
  disabled: boolean
}

/** Chooses the stores that sell the new products; a checkbox if there is only one store. */
function OfferChoice({ stores, offer, onChange, disabled }: OfferChoiceProps) {
  const { t } = useTranslation()
  const [only, ...others] = stores
  if (!only) return null
  if (others.length === 0)
    return (
      <CheckInput
        label={t('productImport.sellIn', { store: only.name })}
        hint={t('productImport.sellHint')}
        checked={offer.where === 'all'}
        onChange={isSold => onChange({ ...offer, where: isSold ? 'all' : 'none' })}
        disabled={disabled}
      />
    )
  const toggle = (id: number, isPicked: boolean) =>
    onChange({ ...offer, storeIds: isPicked ? [...offer.storeIds, id] : offer.storeIds.filter(each => each !== id) })
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ maxWidth: 420 }}>
        <SelectInput
          label={t('productImport.sellWhere')}
          hint={t('productImport.sellHint')}
          value={offer.where}
          options={[
            { value: 'all', label: t('productImport.sellAll') },
            { value: 'some', label: t('productImport.sellSome') },
            { value: 'none', label: t('productImport.sellNone') },
          ]}
          onChange={where => onChange({ ...offer, where })}
          disabled={disabled}
        />
      </Box>
      {offer.where === 'some' && (
        <Box role="group" aria-label={t('productImport.sellSome')}>
          {stores.map(({ id, name }) => (
            <CheckInput
              key={id}
              label={name}
              checked={offer.storeIds.includes(id)}
              onChange={isPicked => toggle(id, isPicked)}
              disabled={disabled}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}
