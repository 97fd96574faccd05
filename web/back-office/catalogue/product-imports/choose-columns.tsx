import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ImportPreview } from '#contract/catalogue/product-imports.ts'
import type { Store } from '#contract/stores/stores.ts'
import { COLUMN_NAMES, type ColumnName, IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { languageOfHeads } from './import-rows.tsx'

const NONE = 'none'
type Field = ColumnName | typeof NONE

/** The field of each column, in the form of the check request. */
function columnsQuery(fields: ReadonlyMap<number, Field>): string {
  const last = Math.max(...fields.keys())
  const names = Array.from({ length: last + 1 }, (_, at) => fields.get(at) ?? NONE)
  return names.map(name => (name === NONE ? '' : name)).join(',')
}

/** The id of the store, in a shop with one. */
export const onlyOne = (stores: readonly Pick<Store, 'id'>[]): number | undefined =>
  stores.length === 1 ? stores[0]?.id : undefined

/** The columns that new products need: at least one field of each group. */
const NEEDED: readonly (readonly ColumnName[])[] = [
  ['name_fi', 'name_en', 'name_sv'],
  ['price'],
  ['vat_class'],
  ['supplier'],
]

/** The columns that new products need and a file lacks. */
const missingIn = (columns: ReadonlySet<string | null>): ColumnName[] =>
  NEEDED.flatMap(([first, ...others]) =>
    first === undefined || [first, ...others].some(name => columns.has(name)) ? [] : first,
  )

/** Whether only the supplier is missing for new products, as in a wholesaler’s list. */
export const lacksOnlySupplier = (columns: ReadonlySet<string | null>): boolean =>
  missingIn(columns).join() === 'supplier' && !columns.has('id')

export type ChosenColumns = { columns: string; heading_row: string; stock_in?: string; supplier_of_all?: string }

type ChooseColumnsProps = {
  preview: ImportPreview
  /** The stores to choose from, if the file has the stock of one of them. */
  stores: readonly Pick<Store, 'id' | 'name'>[]
  /** By their ids. */
  suppliers: readonly SelectOption[]
  fileName: string
  isBusy: boolean
  fault: string | undefined
  onChosen: (query: ChosenColumns) => void
  onAnother: () => void
}

/** Which field each column of a file fills: proposed by the headings, changed here, and remembered for the next such file. */
export function ChooseColumns(props: ChooseColumnsProps) {
  const { preview, stores, suppliers, fileName, isBusy, fault, onChosen, onAnother } = props
  const { t } = useTranslation()
  const [fields, setFields] = useState<ReadonlyMap<number, Field>>(
    () => new Map(preview.columns.map(({ at, column }) => [at, COLUMN_NAMES.find(name => name === column) ?? NONE])),
  )
  const [storeId, setStoreId] = useState(onlyOne(stores)?.toString() ?? '')
  const [supplierId, setSupplierId] = useState(suppliers.length === 1 ? (suppliers[0]?.value ?? '') : '')
  const [isTried, setTried] = useState(false)
  const language = languageOfHeads()
  const getHeading = (name: ColumnName) => IMPORT_COLUMNS[name].heads[language]
  const options = [
    { value: NONE, label: t('productImport.columns.none') },
    ...COLUMN_NAMES.map(name => ({ value: name, label: getHeading(name) })),
  ] as const
  // Two columns can't fill one field: the one that had it is left out.
  const choose = (at: number, field: Field) =>
    setFields(new Map([...fields].map(([place, own]) => [place, place === at ? field : own === field ? NONE : own])))
  const used = new Set(fields.values())
  const missing = missingIn(used).filter(name => name !== 'supplier' || supplierId === '')
  const asksForSupplier = suppliers.length > 0 && supplierId === '' && lacksOnlySupplier(used)
  const hasStock = used.has('stock') && stores.length > 0
  const check = () => {
    setTried(true)
    if ((hasStock && storeId === '') || asksForSupplier) return
    const chosen = { columns: columnsQuery(fields), heading_row: String(preview.heading_row) }
    onChosen({
      ...chosen,
      ...(hasStock && { stock_in: storeId }),
      ...(supplierId !== '' && { supplier_of_all: supplierId }),
    })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('productImport.columns.title', { name: fileName })}
      </Typography>
      <Typography sx={{ maxWidth: '68ch' }}>
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
            value={fields.get(at) ?? NONE}
            options={options}
            onChange={field => choose(at, field)}
            disabled={isBusy}
          />
        ))}
      </Box>
      {suppliers.length > 0 && (
        <Box sx={{ maxWidth: 420 }}>
          <SelectInput
            label={t('productImport.columns.supplierOfAll')}
            hint={t('productImport.columns.supplierHint')}
            placeholder={t('productForm.choose')}
            value={supplierId}
            options={suppliers}
            onChange={setSupplierId}
            error={isTried && asksForSupplier ? t('productImport.columns.chooseSupplier') : undefined}
            disabled={isBusy}
          />
        </Box>
      )}
      {hasStock && (
        <Box sx={{ maxWidth: 420 }}>
          <SelectInput
            label={t('productImport.columns.stockOf')}
            hint={t('productImport.columns.stockHint')}
            required
            placeholder={t('productForm.choose')}
            value={storeId}
            options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setStoreId}
            error={isTried && storeId === '' ? t('form.requiredField') : undefined}
            disabled={isBusy}
          />
        </Box>
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionButton variant="contained" loading={isBusy} onClick={check}>
          {t('productImport.columns.check')}
        </ActionButton>
        <Button variant="outlined" onClick={onAnother} disabled={isBusy}>
          {t('productImport.another')}
        </Button>
      </Box>
    </Box>
  )
}
