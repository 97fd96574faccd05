import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { LONGEST_PASSKEY_NAME } from '#contract/accounts/passkeys.ts'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { addPasskey } from './ceremonies.ts'
import { usePasskeyFault } from './use-passkey-fault.ts'
import { systemName } from '#domain/accounts/device-names.ts'

/** The suggested name of a passkey created on this device. */
const deviceName = (userAgent: string): string => systemName(userAgent) ?? ''

interface AddFormProps {
  isFirst: boolean
  onAdded: (name: string) => void
}

/** Takes a name for a new passkey and creates it on the device. */
export function AddForm({ isFirst, onAdded }: AddFormProps) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const faultOf = usePasskeyFault()
  const [typed, setTyped] = useState<string>()
  // A second passkey is likely on another device, which only the user can name.
  const name = typed ?? (isFirst ? deviceName(navigator.userAgent) : '')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const add = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await addPasskey(name.trim())
      // Reset at once, so that text typed next, for the next passkey, stays.
      setTyped(undefined)
      setSent(false)
      onAdded(name.trim())
    } catch (error) {
      const text = faultOf(error)
      setFault(text)
      if (text !== undefined) announce(text)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() !== '' && name.trim().length <= LONGEST_PASSKEY_NAME && !isBusy) void add()
  }
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2 }}>
      <TextInput
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        value={name}
        onChange={setTyped}
        name="passkey-name"
        autoComplete="off"
        required
        requiredText={isSent ? t('form.requiredField') : undefined}
        maxLength={LONGEST_PASSKEY_NAME}
        maxLengthText={t('form.maxLength', { count: LONGEST_PASSKEY_NAME })}
        showFault={isSent}
      />
      {fault !== undefined && <Typography color="error">{fault}</Typography>}
      <PrimaryButton type="submit" loading={isBusy} loadingLabel={t('passkeys.add')}>
        {t('passkeys.add')}
      </PrimaryButton>
    </Box>
  )
}
