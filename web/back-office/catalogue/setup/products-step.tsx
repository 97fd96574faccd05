import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import type { VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { CodeField } from '#web/back-office/catalogue/admin-products/code-fields.tsx'
import { displayName } from '#web/back-office/catalogue/admin-products/display-name.ts'
import {
  findFoodClass,
  useLabelLayouts,
  useNextPlace,
  useVatOptions,
} from '#web/back-office/catalogue/admin-products/queries.ts'
import { toInput, newFormValues, useProductForm } from '#web/back-office/catalogue/admin-products/use-product-form.ts'
import { NextStep, SetupForm, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useOperator } from '#web/kit/company/queries.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useCamera } from '#web/scanning/camera/use-camera.ts'
import { ScannerView } from '#web/scanning/scanner-view.tsx'
import { useScanner } from '#web/scanning/use-scanner.ts'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'

// Until the product is saved: then the shop's first supplier, or one created for the company.
const ANY_SUPPLIER = 'any'

/** What a quick product needs besides what is typed. Undefined until loaded. */
function useBasics() {
  const stores = useStoreChoices(adminStores.create)?.filter(({ status }) => status !== 'archived')
  const layouts = useLabelLayouts()
  const { data: vatClasses } = useQuery(queryFor(adminProducts.vatClasses))
  const { data: listed } = useQuery(queryFor(adminProducts.list, { query: { size: 1 } }))
  const place = useNextPlace()
  if (!stores || !layouts || !vatClasses || !listed || place === undefined) return undefined
  const vatClass = findFoodClass(vatClasses) ?? vatClasses[0]
  return { stores, layouts, vatClassId: vatClass?.id, total: listed.total, place }
}
type ProductBasics = NonNullable<ReturnType<typeof useBasics>>

/** The first products: a code, a name and a price each. */
export function ProductsStep({ isDone }: StepProps) {
  const { t, i18n } = useTranslation()
  const basics = useBasics()
  const [added, setAdded] = useState<readonly AdminProduct[]>([])
  if (!basics) return <RecordLoading />
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="textSecondary">{t('setup.productsLead')}</Typography>
      <QuickProduct
        key={added.length}
        basics={basics}
        last={added[0]}
        onAdded={product => setAdded(before => [product, ...before])}
      />
      <Box component="ul" aria-label={t('products.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {added.map(({ id, names, price }) => (
          <Box component="li" key={id} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
            {displayName(names, i18n.language)} · {eurosText(price)}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box role="status" sx={{ color: 'text.secondary', mr: 'auto' }}>
          {t('products.count', { count: basics.total })}
        </Box>
        <Button component={Link} to={`${PATHS.products}?import=`}>
          {t('setup.import')}
        </Button>
        <NextStep view="products" isDone={isDone} />
      </Box>
    </Box>
  )
}

type QuickProductProps = {
  basics: ProductBasics
  /** The product added before this one: its VAT class is likely the same. */
  last: AdminProduct | undefined
  onAdded: (product: AdminProduct) => void
}

function useQuickForm({ basics, last, onAdded }: QuickProductProps) {
  const { t } = useTranslation()
  const { data: company } = useOperator()
  // What is loaded later must not change a form that is being filled in.
  const [values] = useState(() => ({
    ...newFormValues(basics.stores, {}),
    vat_class_id: String(last?.vat_class_id ?? basics.vatClassId ?? ''),
    supplier_id: ANY_SUPPLIER,
    sort_order: String(Math.max(basics.place, (last?.sort_order ?? 0) + 1)),
  }))
  return useProductForm({
    values,
    create: async draft => {
      const [firstSupplier] = (await callApi(suppliers.list, { query: { size: 1, sort: 'id' } })).items
      const name = company?.name || t('setup.ownSupplier')
      const supplier = firstSupplier ?? (await callApi(suppliers.create, { body: { name }, reload: 'later' }))
      return callApi(adminProducts.create, { body: toInput({ ...draft, supplier_id: String(supplier.id) }) })
    },
    onCreated: onAdded,
  })
}

function QuickProduct(props: QuickProductProps) {
  const { basics, last } = props
  const { t, i18n } = useTranslation()
  const form = useQuickForm(props)
  const vatOptions = useVatOptions() ?? []
  const [isScanning, setScanning] = useState(false)
  const language = LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'fi'
  const handleCode = (scanned: string) => {
    const code = parseScannedCode(scanned).code
    setScanning(false)
    fillCodeFields(code, basics.layouts, form)
    document.getElementsByName(`names.${language}`)[0]?.focus()
  }
  useWedgeScanner(handleCode)
  return (
    <SetupForm form={form} saveText={t('setup.addProduct')}>
      {isScanning ? (
        <CodeScanner onCode={handleCode} onClose={() => setScanning(false)} />
      ) : (
        <Box>
          <Button variant="outlined" onClick={() => setScanning(true)}>
            {t('setup.scan')}
          </Button>
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <CodeField form={form} name="ean13" hint={t('setup.codeHint')} autoFocus={last !== undefined} />
        <TextInput
          label={t('setup.productName')}
          required
          autoComplete="off"
          {...form.field(`names.${language}`)}
          error={form.getProblem(`names.${language}`) ?? form.getProblem('names.fi')}
        />
        <TextInput
          label={t('productForm.fields.price')}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.field('price')}
        />
        <SelectInput
          label={t('productForm.fields.vat_class_id')}
          options={vatOptions}
          {...form.field('vat_class_id')}
        />
      </Box>
    </SetupForm>
  )
}

type QuickForm = ReturnType<typeof useQuickForm>

/** A label with a weight or price in its code makes a product that is sold by it. */
function fillCodeFields(code: string, layouts: readonly VariableMeasureLayout[], form: QuickForm): void {
  const { ean13, eanCase, product_code, prefix, product_code_type } = fieldsOfCode(code, layouts)
  form.set('ean13', ean13 ?? '')
  form.set('eanCase', eanCase ?? '')
  form.set('product_code', product_code ?? '')
  form.set('prefix', prefix ?? '')
  if (product_code_type !== undefined) form.sellAs(product_code_type)
}

/** Reads one code with the camera. */
function CodeScanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const camera = useCamera()
  const scanner = useScanner({ camera, onCode, isPaused: false })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box sx={{ width: '100%', height: 300, borderRadius: 1, overflow: 'hidden' }}>
        <ScannerView scanner={scanner} onManual={onClose} onCode={onCode} />
      </Box>
      <Button onClick={onClose}>{t('setup.closeCamera')}</Button>
    </Box>
  )
}
