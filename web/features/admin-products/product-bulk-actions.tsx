import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { BulkEditDialog } from '#web/features/bulk-changes/bulk-edit-dialog.tsx'
import type { Selection } from '#web/features/lists/list-types.ts'
import { LabelsDialog } from '#web/features/shelf-labels/labels-dialog.tsx'
import { useVatOptions } from './queries.ts'

/** What can be done with products that were picked. */
export function ProductBulkActions({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'labels'>()
  const close = () => setOpen(undefined)
  const vatClasses = useVatOptions() ?? []
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen('labels')}>
        {t('labels.print')}
      </Button>
      <Button variant="contained" onClick={() => setOpen('edit')}>
        {t('bulkEdit.open')}
      </Button>
      {open === 'labels' && <LabelsDialog selection={selection} onClose={close} />}
      {open === 'edit' && (
        <BulkEditDialog
          selection={selection}
          vatClasses={vatClasses}
          onClose={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      )}
    </>
  )
}
