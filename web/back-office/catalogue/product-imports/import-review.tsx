import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult, type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import {
  ImportRows,
  languageOfHeads,
  type Problem,
  problemText,
  findWrongRows,
  saveFile,
  wrongRowsCsv,
} from './import-rows.tsx'

/** The result of an import, announced when it changes. */
function ImportOutcome({ import: { state, outcomes } }: { import: ProductImport }) {
  const { t } = useTranslation()
  const { applied, restored, removed, disabled, kept } = outcomes
  const parts = [
    ...(restored > 0 ? [t('productImport.restored', { count: restored })] : []),
    ...(removed > 0 ? [t('productImport.removed', { count: removed })] : []),
    ...(disabled > 0 ? [t('productImport.disabled', { count: disabled })] : []),
    ...(kept > 0 ? [t('productImport.kept', { count: kept })] : []),
  ]
  return (
    <Box role="status">
      {state === 'applied' && (
        <Panel tone="fresh">
          <Typography sx={{ fontWeight: 650 }}>{t('productImport.applied', { count: applied })}</Typography>
        </Panel>
      )}
      {state === 'undone' && (
        <Panel tone={kept + disabled > 0 ? 'attention' : 'fresh'}>
          <Typography sx={{ fontWeight: 650 }}>{t('productImport.undone')}</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {parts.map(part => (
              <li key={part}>{part}</li>
            ))}
          </Box>
        </Panel>
      )}
    </Box>
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
  const work = useImportWork(id)
  const { data, error, refetch } = useQuery({
    ...queryFor(productImports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: work.doing ? 500 : false,
    meta: { handlesOwnError: true },
  })
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
  const shown = result ?? (data.state === 'checked' && data.rows.wrong > 0 ? 'wrong' : 'all')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {data.file_name}
      </Typography>
      <Remarks import={data} />
      <ImportOutcome import={data} />
      <ImportActions import={data} work={work} onAnother={onAnother} onDone={onDone} />
      <ImportRows import={data} result={shown} onResult={setResult} isStill={work.doing === undefined} />
    </Box>
  )
}

/** What was left out of the import, and what it adds. */
function Remarks({
  import: {
    examples,
    ignored_columns: ignored,
    html_texts: htmlTexts,
    new_suppliers: suppliers,
    new_groups: groups,
    offer_in: stores,
    stock_in: stockIn,
    offered_nowhere: nowhere,
    rows,
    state,
  },
}: {
  import: ProductImport
}) {
  const { t } = useTranslation()
  const remarks = [
    ...(examples > 0 ? [t('productImport.examples', { count: examples })] : []),
    ...(ignored.length > 0 ? [t('productImport.ignored', { names: ignored.join(', ') })] : []),
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
}

/** The actions that an import's state allows, and their progress. */
export function ImportActions({ import: shown, work, onAnother, onDone }: ImportActionsProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { rows, state, done, other_products: others } = shown
  const toSave = rows.new + rows.changed
  if (work.doing) return <Progress doing={work.doing} done={done} total={toSave} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {state === 'checked' && toSave === 0 && rows.wrong === 0 && <Box>{t('productImport.nothingToSave')}</Box>}
      {state === 'checked' && rows.wrong > 0 && <Box>{t('productImport.wrongFirst')}</Box>}
      {state === 'checked' && others > 0 && <OtherProducts import={shown} work={work} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state === 'checked' && toSave > 0 && others === 0 && (
          <Button variant="contained" onClick={() => work.apply({ only_valid: rows.wrong > 0 })}>
            {rows.wrong > 0
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
        {state !== 'undone' && rows.wrong > 0 && shown.headings.length > 0 && <SaveWrongRows import={shown} />}
        <Button
          variant={state === 'checked' && rows.wrong > 0 && toSave === 0 ? 'contained' : 'outlined'}
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
  const apply = (choice: 'change' | 'leave') => work.apply({ only_valid: rows.wrong > 0, other_products: choice })
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

/** Downloads the wrong rows as a file, with their reasons in the language of the interface. */
function SaveWrongRows({ import: shown }: { import: ProductImport }) {
  const { t } = useTranslation()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const rows = await findWrongRows(shown)
      const words = { language: languageOfHeads(), formatReason: (problem: Problem) => problemText(problem, t) }
      const name = t('productImport.wrongFile', { name: shown.file_name.replace(/\.\w+$/, '') })
      saveFile(`${name}.csv`, wrongRowsCsv(shown, rows, words))
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

type ProgressProps = {
  doing: 'applying' | 'undoing'
  done: number
  total: number
}

function Progress({ doing, done, total }: ProgressProps) {
  const { t } = useTranslation()
  const counts = { done: String(Math.min(done, total)), total: String(total) }
  const text = doing === 'applying' ? t('productImport.applying', counts) : t('productImport.undoing', counts)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div>{text}</div>
      <LinearProgress
        variant={done > 0 && done < total ? 'determinate' : 'indeterminate'}
        value={Math.min(100, (done / Math.max(1, total)) * 100)}
        aria-label={text}
      />
    </Box>
  )
}

type ApplyBody = { only_valid: boolean; other_products?: 'change' | 'leave' }

type ImportWork = {
  /** What the server is doing. */
  doing: 'applying' | 'undoing' | undefined
  apply: (body: ApplyBody) => void
  undo: () => void
}

/** Saves or undoes an import. Whatever the call's outcome, the import's own state is authoritative. */
function useImportWork(id: number): ImportWork {
  const notifyFailure = useFailureNotice()
  const [doing, setDoing] = useState<ImportWork['doing']>()
  const run = async (what: 'applying' | 'undoing', call: () => Promise<unknown>) => {
    setDoing(what)
    try {
      await call()
    } catch (error) {
      notifyFailure(error, 'import-failed')
    }
    await reloaded()
    setDoing(undefined)
  }
  const params = { id }
  return {
    doing,
    apply: body => void run('applying', () => callApi(productImports.apply, { params, body })),
    undo: () => void run('undoing', () => callApi(productImports.undo, { params })),
  }
}
