import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PasskeyQuestion } from '#web/kit/api/passkey-question.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SignInAgain } from '#web/shop/accounts/sessions/sign-in-again.tsx'
import { confirmWithPasskey, canUsePasskeys, usePasskeyFault } from './ceremonies.ts'

/** The action of the passkey question, and its fault if it failed. */
function useQuestion({ code, answer }: PasskeyQuestion) {
  const navigate = useNavigate()
  const getPasskeyFault = usePasskeyFault()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await confirmWithPasskey()
      answer(true)
    } catch (error) {
      setFault(getPasskeyFault(error))
      setBusy(false)
    }
  }
  const goAndAdd = () => {
    answer(false)
    void navigate(PATHS.passkeys)
  }
  return { fault, isBusy, act: code === 'session.passkeyMissing' ? goAndAdd : () => void confirm() }
}

/** Asks an admin to use a passkey, to add one, or to sign in again. Closing it changes nothing, and the call stays refused. */
export function PasskeyDialog(question: PasskeyQuestion) {
  return question.code === 'session.signInAgain' ? <SignInDialog {...question} /> : <UsePasskeyDialog {...question} />
}

/** For an admin without a passkey. */
function SignInDialog({ answer }: PasskeyQuestion) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={() => answer(false)} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t('passkeys.asked.title')}</DialogTitle>
      <DialogContent>
        <SignInAgain text={email => t('passkeys.signInText', { email })} onConfirmed={() => answer(true)} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(false)}>{t('passkeys.notNow')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function UsePasskeyDialog(question: PasskeyQuestion) {
  const { t } = useTranslation()
  const id = useId()
  const { fault, isBusy, act } = useQuestion(question)
  const kind = question.code === 'session.passkeyMissing' ? 'missing' : 'asked'
  const isImpossible = !canUsePasskeys()
  const shownFault = isImpossible ? t('passkeys.faults.unsupported') : fault
  return (
    <Dialog
      open
      onClose={() => question.answer(false)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{t(`passkeys.${kind}.title`)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText id={`${id}-text`}>{t(`passkeys.${kind}.text`)}</DialogContentText>
        <Box role="alert" sx={{ color: 'error.main', '&:empty': { display: 'none' } }}>
          {shownFault}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => question.answer(false)}>{t('passkeys.notNow')}</Button>
        <ActionButton
          variant="contained"
          loading={isBusy}
          disabled={isImpossible && kind === 'asked'}
          onClick={act}
          autoFocus
        >
          {t(`passkeys.${kind}.button`)}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
