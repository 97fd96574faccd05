import Box from '@mui/material/Box'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import { fieldLook } from '#web/kit/ui/field-frame.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { useWideScreen } from '#web/kit/ui/use-wide-screen.ts'
import { PaletteList } from './palette-list.tsx'
import { type Languages, usePaletteGroups } from './use-palette-groups.ts'

interface PaletteDialogProps extends Languages {
  onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Searches actions and records for the typed text; arrow keys select, Enter opens. */
export function PaletteDialog({ onClose, ...languages }: PaletteDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const isWide = useWideScreen()
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const { groups, isSearching, isFailed } = usePaletteGroups(text.trim(), languages)
  const entries = groups.flatMap(group => group.entries)
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]
  // A scanned code is searched for like typed text.
  useWedgeScanner(setText)
  const activeOption = active && `${listId}-${active.id}`
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])
  const choose = (entry = active) => {
    if (!entry) return
    onClose()
    entry.act()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) choose()
    else if (active) setActiveId(entries.at((entries.indexOf(active) + step) % entries.length)?.id)
  }
  const status = isFailed
    ? t('palette.failed')
    : entries.length === 0 && !isSearching
      ? t('palette.nothing')
      : t('palette.count', { count: entries.length })
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={!isWide}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: {
          'aria-label': t('palette.title'),
          sx: { ...(isWide && { position: 'absolute', top: '10vh', m: 0, maxHeight: '80vh' }) },
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, p: 1.5 }}>
        <Box
          component="input"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          sx={{ ...fieldLook, flex: 1, minWidth: 0 }}
        />
        <IconButton aria-label={t('common.close')} onClick={onClose} sx={{ width: 56 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <PaletteList id={listId} groups={groups} active={active} onChoose={choose} />
      <Box role="status" sx={{ px: 3, py: 1.5, typography: 'body2', color: 'text.secondary' }}>
        {status}
      </Box>
    </Dialog>
  )
}
