import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { doorLocks, type LockHealth } from '#contract/stores/doors.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { lockFindingText } from '#web/kit/i18n/lock-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

/** In groups of four, for typing into a keypad. */
const inFours = (key: string) => key.replaceAll(/(.{4})(?=.)/g, '$1 ')

function KeyDialog({ keyText, onClose }: { keyText: string; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{t('lockPanel.keyTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('lockPanel.keyText')}</Typography>
        <Box
          component="code"
          sx={{ fontFamily: 'monospace', fontSize: '1.25rem', lineHeight: 1.6, overflowWrap: 'anywhere' }}
        >
          {inFours(keyText)}
        </Box>
        <Typography color="textSecondary">{t('lockPanel.keyCounts')}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('lockPanel.keyDone')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Creates a new key for the keypad of a store with built-in codes, and shows it once. */
export function KeypadKey({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const [keyText, setKeyText] = useState<string>()
  const { isBusy, act } = useAction('keypad-key-failed')
  const draw = () =>
    act(async () => {
      setKeyText((await callApi(doorLocks.renewKey, { params: { id: storeId } })).key)
      return undefined
    }).finally(() => setConfirming(false))
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {t('lockPanel.newKey')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('lockPanel.newKeyTitle')}
        text={t('lockPanel.newKeyText')}
        confirmText={t('lockPanel.newKeyConfirm')}
        cancelText={t('common.cancel')}
        onConfirm={() => void draw()}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
      />
      {keyText !== undefined && <KeyDialog keyText={keyText} onClose={() => setKeyText(undefined)} />}
    </>
  )
}

function getTone({ ok, code }: LockHealth): 'fresh' | 'attention' | 'danger' {
  if (!ok) return 'danger'
  return code === 'ready' ? 'fresh' : 'attention'
}

/** Tests whether a store's lock can take a code, and shows in plain words what is wrong. */
export function LockTest({ storeId, provider }: { storeId: number; provider: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [health, setHealth] = useState<LockHealth>()
  const [problem, setProblem] = useState<string>()
  const testLock = async () => {
    setBusy(true)
    setHealth(undefined)
    setProblem(undefined)
    try {
      setHealth(await callApi(doorLocks.health, { params: { id: storeId } }))
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton variant="outlined" loading={isBusy} onClick={() => void testLock()}>
        {t('lockPanel.test')}
      </ActionButton>
      <Box role="status" sx={{ width: '100%' }}>
        {isBusy && t('lockPanel.testing')}
        {problem}
        {health && <Panel tone={getTone(health)}>{lockFindingText(provider, health.code, t)}</Panel>}
      </Box>
    </Box>
  )
}
