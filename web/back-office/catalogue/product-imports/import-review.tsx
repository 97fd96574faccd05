import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult, type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import type { ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import { ApiError, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { ChangeColumns, type ChosenColumns } from './choose-columns.tsx'
import { ImportImages } from './import-images.tsx'
import {
  headingLanguage,
  invalidRowsCsv,
  listInvalidRows,
  problemText,
  type RowProblem,
  saveFile,
} from './import-problems.ts'
import { ImportOutcome, ImportProgress } from './import-progress.tsx'
import { ImportTable } from './import-table.tsx'

/** Downloads the wrong rows as a file, with their reasons in the language of the interface. */
function DownloadInvalidRows({ import: shown }: { import: ProductImport }) {
  const { t } = useTranslation()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const words = { language: headingLanguage(), formatReason: (problem: RowProblem) => problemText(problem, t) }
      const name = t('productImport.wrongFile', { name: shown.file_name.replace(/\.\w+$/, '') })
      saveFile(`${name}.csv`, invalidRowsCsv(shown, await listInvalidRows(shown), words))
    } catch (error) {
      notifyFailure(error, 'import-failed')
    }
    setBusy(false)
  }
  return (
    <ActionButton variant="outlined" loading={isBusy} onClick={() => void save()}>
      {t('productImport.saveWrong')}
    </ActionButton>
  )
}

type ImportReviewProps = {
  id: number
  onAnother: () => void
  onDone: () => void
}

/** What a file would change, or has changed. */
export function ImportReview({ id, onAnother, onDone }: ImportReviewProps) {
  const { t } = useTranslation()
  const [result, setResult] = useState<ImportResult | 'all'>()
  const [isChoosing, setChoosing] = useState(false)
  const work = useImportWork(id)
  const { data, error, refetch } = useQuery({
    ...queryFor(productImports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: work.activity ? 500 : false,
    meta: { handlesOwnError: true },
  })
  if (data?.is_open && isChoosing)
    return (
      <ChangeColumns
        import={data}
        onChosen={chosen => {
          setChoosing(false)
          work.recheck(chosen)
        }}
        onBack={() => setChoosing(false)}
      />
    )
  if (!data)
    return error ? (
      <Box role="alert">
        <Typography sx={{ mb: 1 }}>{errorText(error, t)}</Typography>
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </Box>
    ) : (
      <Box sx={{ color: 'text.secondary' }}>{t('common.loading')}</Box>
    )
  // If rows are wrong, only those are shown at first.
  const shown = result ?? (data.state === 'checked' && data.rows.invalid > 0 ? 'invalid' : 'all')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {data.file_name}
      </Typography>
      <ImportRemarks import={data} />
      <ImportOutcome import={data} />
      <ImportActions
        import={data}
        work={work}
        onAnother={onAnother}
        onDone={onDone}
        onColumns={() => setChoosing(true)}
      />
      {data.state === 'applied' && <ImportImages import={data} />}
      <ImportTable
        import={data}
        result={shown}
        onResult={setResult}
        isStill={work.activity === undefined}
        onCorrect={correction => work.recheck({ corrections: [correction] })}
      />
    </Box>
  )
}

/** Another program’s list has dozens of columns: all of them would hide the rows. Its columns can be looked at. */
const nameSome = (names: readonly string[], max = 6): string =>
  names.length > max ? `${names.slice(0, max).join(', ')} (+${names.length - max})` : names.join(', ')

/** What was left out of the import, and what it adds. */
function ImportRemarks({
  import: {
    program,
    skipped_rows: skipped,
    examples,
    ignored_columns: ignored,
    html_texts: htmlTexts,
    new_suppliers: suppliers,
    new_groups: groups,
    default_stores: stores,
    stock_store: stockIn,
    not_offered: nowhere,
    rows,
    state,
  },
}: {
  import: ProductImport
}) {
  const { t } = useTranslation()
  const remarks = [
    ...(program === null ? [] : [t('productImport.program', { program })]),
    ...(skipped > 0 ? [t('productImport.skippedRows', { count: skipped })] : []),
    ...(examples > 0 ? [t('productImport.examples', { count: examples })] : []),
    ...(ignored.length > 0 ? [t('productImport.ignored', { names: nameSome(ignored) })] : []),
    ...(htmlTexts > 0 ? [t('productImport.htmlTexts', { count: htmlTexts })] : []),
    ...(suppliers.length > 0 ? [t('productImport.newSuppliers', { names: suppliers.join(', ') })] : []),
    ...(groups.length > 0 ? [t('productImport.newGroups', { count: groups.length, names: groups.join(', ') })] : []),
    ...(rows.new > 0 && stores.length > 0 ? [t('productImport.newSoldIn', { names: stores.join(', ') })] : []),
    ...(stockIn === null ? [] : [t('productImport.stockIn', { store: stockIn })]),
    ...(nowhere > 0 && state !== 'undone' ? [t('productImport.soldNowhere', { count: nowhere })] : []),
  ]
  if (remarks.length === 0) return null
  return (
    <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {remarks.map(remark => (
        <div key={remark}>{remark}</div>
      ))}
    </Box>
  )
}

type ImportActionsProps = {
  import: ProductImport
  work: ImportWork
  onAnother: () => void
  onDone: () => void
  onColumns: () => void
}

/** The actions that an import's state allows, and their progress. */
export function ImportActions({ import: shown, work, onAnother, onDone, onColumns }: ImportActionsProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { rows, state, other_products: others } = shown
  const toSave = rows.new + rows.changed
  if (work.activity) return <ImportProgress id={shown.id} activity={work.activity} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {state === 'checked' && toSave === 0 && rows.invalid === 0 && <Box>{t('productImport.nothingToSave')}</Box>}
      {state === 'checked' && rows.invalid > 0 && <Box>{t('productImport.wrongFirst')}</Box>}
      {state === 'checked' && others > 0 && <OtherProducts import={shown} work={work} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state === 'checked' && toSave > 0 && others === 0 && (
          <Button variant="contained" onClick={() => work.apply({ only_valid: rows.invalid > 0 })}>
            {rows.invalid > 0
              ? t('productImport.applyValid', { count: toSave })
              : t('productImport.apply', { count: toSave })}
          </Button>
        )}
        {state === 'applied' && (
          <>
            <Button variant="contained" onClick={onDone}>
              {t('productImport.done')}
            </Button>
            <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
              {t('productImport.undo')}
            </Button>
          </>
        )}
        {state !== 'undone' && rows.invalid > 0 && shown.headings.length > 0 && <DownloadInvalidRows import={shown} />}
        {shown.is_open && (
          <Button variant="outlined" onClick={onColumns}>
            {t('productImport.changeColumns')}
          </Button>
        )}
        <Button
          variant={state === 'checked' && rows.invalid > 0 && toSave === 0 ? 'contained' : 'outlined'}
          onClick={onAnother}
        >
          {t('productImport.another')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isConfirming}
        title={t('productImport.undoTitle')}
        text={t('productImport.undoText')}
        confirmText={t('productImport.undo')}
        cancelText={t('common.cancel')}
        onConfirm={() => {
          setConfirming(false)
          work.undo()
        }}
        onCancel={() => setConfirming(false)}
        danger
      />
    </Box>
  )
}

/** Rows with the ids of products that are probably others: asked about once, before anything is saved. */
function OtherProducts({
  import: { rows, other_products: others },
  work,
}: Pick<ImportActionsProps, 'import' | 'work'>) {
  const { t } = useTranslation()
  const apply = (choice: 'change' | 'leave') => work.apply({ only_valid: rows.invalid > 0, other_products: choice })
  return (
    <Panel tone="attention">
      <Typography sx={{ mb: 1, maxWidth: '68ch' }}>{t('productImport.otherProducts', { count: others })}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {rows.new + rows.changed > others && (
          <Button variant="contained" onClick={() => apply('leave')}>
            {t('productImport.leaveOthers')}
          </Button>
        )}
        <Button variant="outlined" onClick={() => apply('change')}>
          {t('productImport.changeOthers')}
        </Button>
      </Box>
    </Panel>
  )
}

type RecheckBody = Partial<ChosenColumns> & { corrections?: ImportCorrection[] }
type ApplyBody = { only_valid: boolean; other_products?: 'change' | 'leave' }

type ImportWork = {
  /** What the server is doing. */
  activity: 'checking' | 'applying' | 'undoing' | undefined
  recheck: (body: RecheckBody) => void
  apply: (body: ApplyBody) => void
  undo: () => void
}

const NOTICE_ID = 'import-failed'

/** Saves or undoes an import. Whatever the call's outcome, the import's own state is authoritative. */
function useImportWork(id: number): ImportWork {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const notifyFailure = useFailureNotice()
  const [activity, setActivity] = useState<ImportWork['activity']>()
  const run = async (what: 'checking' | 'applying' | 'undoing', call: () => Promise<unknown>) => {
    setActivity(what)
    dismiss(NOTICE_ID)
    try {
      await call()
    } catch (error) {
      // What an admin cancelled has not failed.
      if (error instanceof ApiError && error.code === 'import.cancelled')
        notify({ id: NOTICE_ID, severity: 'info', text: t('errors.import.cancelled') })
      else notifyFailure(error, NOTICE_ID)
    }
    await awaitReload()
    setActivity(undefined)
  }
  const params = { id }
  return {
    activity: activity,
    recheck: body => void run('checking', () => callApi(productImports.recheck, { params, body })),
    apply: body => void run('applying', () => callApi(productImports.apply, { params, body })),
    undo: () => void run('undoing', () => callApi(productImports.undo, { params })),
  }
}
