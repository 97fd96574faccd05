import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import type { ImportWork } from './use-import-work.ts'

interface ImportActionsProps {
  import: ProductImport
  work: ImportWork
  onAnother: () => void
}

/** The actions that an import's state allows, and their progress. */
export function ImportActions({ import: shown, work, onAnother }: ImportActionsProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { rows, state, done } = shown
  const toSave = rows.new + rows.changed
  if (work.doing) return <Progress doing={work.doing} done={done} total={toSave} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {state === 'checked' && toSave === 0 && rows.wrong === 0 && <Box>{t('productImport.nothingToSave')}</Box>}
      {state === 'checked' && rows.wrong > 0 && <Box>{t('productImport.wrongFirst')}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state === 'checked' && toSave > 0 && (
          <Button variant={rows.wrong > 0 ? 'outlined' : 'contained'} onClick={() => work.apply(rows.wrong > 0)}>
            {rows.wrong > 0
              ? t('productImport.applyValid', { count: toSave })
              : t('productImport.apply', { count: toSave })}
          </Button>
        )}
        {state === 'applied' && (
          <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
            {t('productImport.undo')}
          </Button>
        )}
        <Button variant={state === 'checked' && rows.wrong > 0 ? 'contained' : 'outlined'} onClick={onAnother}>
          {t('productImport.another')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsked}
        title={t('productImport.undoTitle')}
        text={t('productImport.undoText')}
        confirmText={t('productImport.undo')}
        cancelText={t('common.cancel')}
        onConfirm={() => {
          setAsked(false)
          work.undo()
        }}
        onCancel={() => setAsked(false)}
        danger
      />
    </Box>
  )
}

interface ProgressProps {
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
