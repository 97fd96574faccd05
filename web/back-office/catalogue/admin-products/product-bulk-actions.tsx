import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BulkEditDialog } from '#web/back-office/catalogue/bulk-changes/bulk-edit-dialog.tsx'
import type { Selection } from '#web/kit/lists/list-types.ts'
import { LabelsDialog } from '#web/back-office/catalogue/shelf-labels/labels-dialog.tsx'
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
