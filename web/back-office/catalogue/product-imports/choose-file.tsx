import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import {
  type ImportPreview,
  type ProductImport,
  productImports,
  UNREADABLE,
} from '#contract/catalogue/product-imports.ts'
import type { Store } from '#contract/stores/stores.ts'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { GuideLink } from '#web/back-office/kit/guide-link.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { ApiError, isAborted, errorText } from '#web/kit/api/api-error.ts'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { fetchReportingProgress } from '#web/kit/api/fetch-reporting-progress.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSentNotice } from '#web/kit/mutations/use-sent-notice.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { ChooseColumns, type ChosenColumns, lacksOnlySupplier, onlyOne } from './choose-columns.tsx'
import { DropZone } from './drop-zone.tsx'

/** Why a file was refused, or why it did not arrive, which isn't a fault of the file. */
function fileFault(error: unknown, t: Translate): { text: string | undefined; isOfFile: boolean } {
  if (!(error instanceof ApiError)) return { text: errorText(error, t), isOfFile: false }
  if (error.code === 'request.tooLarge') return { text: t('productImport.limits'), isOfFile: true }
  if (error.code !== 'import.unreadable') return { text: errorText(error, t), isOfFile: false }
  const details = readFault(error.body)
  const problem = UNREADABLE.find(each => each === details.problem) ?? 'damaged'
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
type ImportChoices = { createSuppliers: boolean; offer: Offer }

type ChooseFileProps = {
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
  onChecked: (checked: ProductImport) => void
  /** Below the choice of the file. */
  children: ReactNode
}

/** The choice of the file, what it must contain, and a template. */
export function ChooseFile({ choices, onChange, onChecked, children }: ChooseFileProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const announce = useAnnounce()
  const stores = useStoreChoices()?.filter(({ status }) => status !== 'archived') ?? []
  const suppliers = useSupplierOptions() ?? []
  const { createSuppliers, offer } = choices
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const createSentNotice = useSentNotice()
  const [waiting, setWaiting] = useState<{ file: File; preview: ImportPreview }>()
  const check = async (file: File, chosen?: ChosenColumns) => {
    setBusy(true)
    setFault(undefined)
    setShare(undefined)
    const { signal } = (sending.current = new AbortController())
    try {
      // The server detects the format from the bytes; computers differ in the file types that they report.
      const body = new Blob([file], { type: 'application/octet-stream' })
      const stored = offerIn(offer)
      const only = onlyOne(stores)
      const [supplier, ...others] = suppliers
      const query = {
        name: file.name.slice(0, 200),
        create_suppliers: String(createSuppliers),
        ...(stored && { offer_in: stored }),
        ...(only !== undefined && { stock_in: String(only) }),
        ...(supplier && others.length === 0 && { supplier_of_all: supplier.value }),
        ...chosen,
      }
      const sendBy = fetchReportingProgress(createSentNotice(file.name, setShare))
      if (!chosen) {
        const preview = await callApi(productImports.preview, { body, signal, sendBy })
        // Of several stores, the admin chooses the one whose stock the file has.
        const asksForStore = stores.length > 1 && preview.columns.some(({ column }) => column === 'stock')
        const asksForSupplier =
          others.length > 0 && lacksOnlySupplier(new Set(preview.columns.map(({ column }) => column)))
        if (!preview.is_clear || asksForStore || asksForSupplier) {
          setBusy(false)
          setWaiting({ file, preview })
          return
        }
      }
      onChecked(await callApi(productImports.check, { query, body, signal, sendBy }))
    } catch (error) {
      setBusy(false)
      if (isAborted(error)) return announce(t('productImport.calledOff', { name: file.name }))
      const { text, isOfFile } = fileFault(error, t)
      if (isOfFile) setFault(text)
      else if (text !== undefined) notify({ id: 'import-failed', severity: 'error', text })
    }
  }
  if (waiting)
    return (
      <ChooseColumns
        preview={waiting.preview}
        stores={stores}
        suppliers={suppliers}
        fileName={waiting.file.name}
        isBusy={isBusy}
        fault={fault}
        onChosen={chosen => void check(waiting.file, chosen)}
        onAnother={() => {
          setFault(undefined)
          setWaiting(undefined)
        }}
      />
    )
  const templates = [
    [t('productImport.templateXlsx'), productImports.templateXlsx],
    [t('productImport.templateCsv'), productImports.templateCsv],
  ] as const
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography sx={{ maxWidth: '68ch' }}>{t('productImport.lead')}</Typography>
      <GuideLink page="products" at="import-from-a-spreadsheet">
        {t('guide.import')}
      </GuideLink>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <span>{t('productImport.template')}</span>
        {templates.map(([label, endpoint]) => (
          <Link
            key={label}
            href={requestUrl(endpoint)}
            download
            sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
          >
            {label}
          </Link>
        ))}
      </Box>
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
        onFile={file => void check(file)}
        onCallOff={() => sending.current?.abort()}
      />
      <Rules />
      {children}
    </Box>
  )
}

/** How rows are matched to products, and what cells mean. */
function Rules() {
  const { t } = useTranslation()
  return (
    <Panel component="section" aria-label={t('productImport.rules')}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('productImport.rules')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, maxWidth: '68ch' }}>
        <li>{t('productImport.ruleCode')}</li>
        <li>{t('productImport.ruleColumns')}</li>
        <li>{t('productImport.ruleNew')}</li>
        <li>{t('productImport.ruleStores')}</li>
        <li>{t('productImport.ruleGoods')}</li>
      </Box>
    </Panel>
  )
}

/** The stores that sell the new products whose rows don't name any. */
type Offer = {
  where: 'all' | 'some' | 'none'
  storeIds: readonly number[]
}

/** Like a new product in the form: sold in every store, of a supplier that exists. */
export const USUAL_CHOICES: ImportChoices = { createSuppliers: false, offer: { where: 'all', storeIds: [] } }

/** The value for the check request; undefined for no store. */
function offerIn({ where, storeIds }: Offer): string | undefined {
  if (where === 'all') return 'all'
  return where === 'some' && storeIds.length > 0 ? storeIds.join(',') : undefined
}

type OfferChoiceProps = {
  stores: readonly Pick<Store, 'id' | 'name'>[]
  offer: Offer
  onChange: (offer: Offer) => void
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
