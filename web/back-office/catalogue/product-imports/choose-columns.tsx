import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import { type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import type { Store } from '#contract/stores/stores.ts'
import { COLUMN_NAMES, type ColumnName, IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { headingLanguage } from './import-problems.ts'

const NO_FIELD = 'none'
type ChosenField = ColumnName | typeof NO_FIELD

/** The field of each column, in the form of the check request. */
function columnsQuery(fields: ReadonlyMap<number, ChosenField>): string {
  const last = Math.max(...fields.keys())
  const names = Array.from({ length: last + 1 }, (_, at) => fields.get(at) ?? NO_FIELD)
  return names.map(name => (name === NO_FIELD ? '' : name)).join(',')
}

/** The id of the store, in a shop with one. */
export const onlyOne = (stores: readonly Pick<Store, 'id'>[]): number | undefined =>
  stores.length === 1 ? stores[0]?.id : undefined

/** The columns that new products need: at least one field of each group. */
const REQUIRED_COLUMNS: readonly (readonly ColumnName[])[] = [
  ['name_fi', 'name_en', 'name_sv'],
  ['price'],
  ['vat_class'],
  ['supplier'],
]

/** The columns that new products need and a file lacks. */
const missingIn = (columns: ReadonlySet<string | null>): ColumnName[] =>
  REQUIRED_COLUMNS.flatMap(([first, ...others]) =>
    first === undefined || [first, ...others].some(name => columns.has(name)) ? [] : first,
  )

export type ChosenColumns = {
  columns: string
  heading_row: number
  stock_store?: number
  default_supplier_id?: number
  default_vat_class_id?: number
  net_prices: boolean
}

type ChooseColumnsProps = {
  preview: ImportPreview
  /** The stores to choose from, if the file has the stock of one of them. */
  stores: readonly Pick<Store, 'id' | 'name'>[]
  /** By their ids. */
  suppliers: readonly SelectOption[]
  vatClasses: readonly SelectOption[]
  fileName: string
  isBusy: boolean
  /** The answers that the last check lacked: its file has new products. */
  missingChoices: ProductImport['missing_choices']
  fault: string | undefined
  onChosen: (query: ChosenColumns) => void
  onAnother: () => void
  /** Instead of another file. */
  anotherText?: string
  /** While the rows are checked. */
  progress?: ReactNode
}

/** Which field each column of a file fills: proposed by the headings, changed here, and remembered for the next such file. */
export function ChooseColumns(props: ChooseColumnsProps) {
  const { preview, stores, suppliers, vatClasses, fileName, isBusy, missingChoices, fault, onChosen, onAnother } = props
  const { t } = useTranslation()
  const [fields, setFields] = useState<ReadonlyMap<number, ChosenField>>(
    () =>
      new Map(preview.columns.map(({ at, column }) => [at, COLUMN_NAMES.find(name => name === column) ?? NO_FIELD])),
  )
  const [storeId, setStoreId] = useState(onlyOne(stores)?.toString() ?? '')
  const [supplierId, setSupplierId] = useState(suppliers.length === 1 ? (suppliers[0]?.value ?? '') : '')
  const [vatId, setVatId] = useState(vatClasses.length === 1 ? (vatClasses[0]?.value ?? '') : '')
  const [isNet, setNet] = useState(preview.net_prices)
  const [isTried, setTried] = useState(false)
  const language = headingLanguage()
  const getHeading = (name: ColumnName) => IMPORT_COLUMNS[name].headings[language]
  const options = [
    { value: NO_FIELD, label: t('productImport.columns.none') },
    ...COLUMN_NAMES.map(name => ({ value: name, label: getHeading(name) })),
  ] as const
  // Two columns can't fill one field: the one that had it is left out.
  const choose = (at: number, field: ChosenField) =>
    setFields(
      new Map(
        [...fields].map(([place, column]) => [place, place === at ? field : column === field ? NO_FIELD : column]),
      ),
    )
  const used = new Set(fields.values())
  const answers = { supplier: supplierId, vat_class: vatId }
  const missing = missingIn(used).filter(name => !(name === 'supplier' || name === 'vat_class') || answers[name] === '')
  const asksForSupplier = suppliers.length > 0 && supplierId === '' && missingChoices.includes('supplier')
  const asksForVat = vatId === '' && missingChoices.includes('vat_class')
  const hasStock = used.has('stock') && stores.length > 0
  const check = () => {
    setTried(true)
    if ((hasStock && storeId === '') || asksForSupplier || asksForVat) return
    const chosen = { columns: columnsQuery(fields), heading_row: preview.heading_row, net_prices: isNet }
    onChosen({
      ...chosen,
      ...(hasStock && { stock_store: Number(storeId) }),
      ...(supplierId !== '' && { default_supplier_id: Number(supplierId) }),
      ...(vatId !== '' && { default_vat_class_id: Number(vatId) }),
    })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('productImport.columns.title', { name: fileName })}
      </Typography>
      {preview.program !== null && (
        <Panel>
          {t('productImport.columns.looksLike', {
            program: preview.program,
            count: [...used].filter(name => name !== NO_FIELD).length,
          })}
        </Panel>
      )}
      <FoldedSection title={preview.program === null ? undefined : t('productImport.columns.all')}>
        <Typography sx={{ maxWidth: '68ch', mb: 2 }}>
          {t('productImport.columns.lead', { row: String(preview.heading_row) })}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
          }}
        >
          {preview.columns.map(({ at, heading, values }) => (
            <SelectInput
              key={at}
              label={heading || t('productImport.columns.unnamed', { number: String(at + 1) })}
              hint={values.filter(Boolean).join(' · ')}
              value={fields.get(at) ?? NO_FIELD}
              options={options}
              onChange={field => choose(at, field)}
              disabled={isBusy}
            />
          ))}
        </Box>
      </FoldedSection>
      <AnswerFields
        {...{ suppliers, vatClasses, stores, isBusy }}
        vat={{ isShown: !used.has('vat_class'), value: vatId, onChange: setVatId, isMissing: asksForVat }}
        supplier={{ isShown: true, value: supplierId, onChange: setSupplierId, isMissing: asksForSupplier }}
        store={{ isShown: hasStock, value: storeId, onChange: setStoreId, isMissing: isTried && storeId === '' }}
      />
      {used.has('price') && (
        <CheckInput
          label={t('productImport.columns.netPrices')}
          hint={t('productImport.columns.netHint')}
          checked={isNet}
          onChange={setNet}
          disabled={isBusy}
        />
      )}
      <Box role="status" sx={{ color: 'text.secondary' }}>
        {missing.length > 0 && t('productImport.columns.missing', { names: missing.map(getHeading).join(', ') })}
        {suppliers.length === 0 && missing.includes('supplier') && ` ${t('productImport.columns.noSuppliers')}`}
      </Box>
      {fault !== undefined && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {fault}
        </Box>
      )}
      {props.progress}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionButton variant="contained" loading={isBusy} onClick={check}>
          {t('productImport.columns.check')}
        </ActionButton>
        <Button variant="outlined" onClick={onAnother} disabled={isBusy}>
          {props.anotherText ?? t('productImport.another')}
        </Button>
      </Box>
    </Box>
  )
}

/** Folded where there is usually nothing to change. */
function FoldedSection({ title, children }: { title: string | undefined; children: ReactNode }) {
  if (title === undefined) return children
  return (
    <details>
      <Box component="summary" sx={{ minHeight: 44, py: 1, cursor: 'pointer' }}>
        {title}
      </Box>
      {children}
    </details>
  )
}

type AnswerControl = { isShown: boolean; value: string; onChange: (value: string) => void; isMissing: boolean }
type AnswersProps = Pick<ChooseColumnsProps, 'suppliers' | 'vatClasses' | 'stores' | 'isBusy'> &
  Record<'vat' | 'supplier' | 'store', AnswerControl>

/** What is asked once for all rows. */
function AnswerFields({ suppliers, vatClasses, stores, isBusy, vat, supplier, store }: AnswersProps) {
  const { t } = useTranslation()
  const choose = t('productForm.choose')
  const getInput = ({ value, onChange }: AnswerControl) => ({ value, onChange, placeholder: choose, disabled: isBusy })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 420 }}>
      {vatClasses.length > 0 && vat.isShown && (
        <SelectInput
          label={t('productImport.columns.defaultVatClassId')}
          hint={t('productImport.columns.vatHint')}
          options={vatClasses}
          error={vat.isMissing ? t('productImport.columns.chooseVat') : undefined}
          {...getInput(vat)}
        />
      )}
      {suppliers.length > 0 && (
        <SelectInput
          label={t('productImport.columns.defaultSupplierId')}
          hint={t('productImport.columns.supplierHint')}
          options={suppliers}
          error={supplier.isMissing ? t('productImport.columns.chooseSupplier') : undefined}
          {...getInput(supplier)}
        />
      )}
      {store.isShown && (
        <SelectInput
          label={t('productImport.columns.stockOf')}
          hint={t('productImport.columns.stockHint')}
          required
          options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={store.isMissing ? t('form.requiredField') : undefined}
          {...getInput(store)}
        />
      )}
    </Box>
  )
}

/** The VAT classes with a rate today. */
export function useVatChoices(): readonly SelectOption[] | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(adminProducts.vatClasses))
  return data?.flatMap(({ id, name, vat }) =>
    vat === null ? [] : { value: String(id), label: `${percentText(vat)} · ${vatClassName(name, t)}` },
  )
}

type ChangeColumnsProps = { import: ProductImport; onChosen: (chosen: ChosenColumns) => void; onBack: () => void }

/** The choice of columns again, of the stored file. */
export function ChangeColumns({ import: { id, file_name, missing_choices }, onChosen, onBack }: ChangeColumnsProps) {
  const { t } = useTranslation()
  const stores = useStoreChoices(productImports.check)?.filter(({ status }) => status !== 'archived')
  const suppliers = useSupplierOptions()
  const vatClasses = useVatChoices()
  const { data: preview } = useQuery({ ...queryFor(productImports.columns, { params: { id } }), staleTime: 0 })
  if (!preview || !stores || !suppliers || !vatClasses)
    return <Box sx={{ color: 'text.secondary' }}>{t('common.loading')}</Box>
  return (
    <ChooseColumns
      preview={preview}
      stores={stores}
      suppliers={suppliers}
      vatClasses={vatClasses}
      fileName={file_name}
      isBusy={false}
      missingChoices={missing_choices}
      fault={undefined}
      onChosen={onChosen}
      onAnother={onBack}
      anotherText={t('productImport.backToRows')}
    />
  )
}
