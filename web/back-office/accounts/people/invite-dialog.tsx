import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import { invitations } from '#contract/accounts/invitations.ts'
import { email as emailSchema, LANGUAGE_CODES, MAX_EMAIL_LENGTH } from '#contract/values.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { inputFault, TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { lacksStores, RightsFields, type RightsValue, toRightInputs } from './rights-fields.tsx'

/** What the dialog sends, and what is still wrong with it. */
function useInvitation(onClose: () => void) {
  const { t, i18n } = useTranslation()
  const { isBusy, act } = useAction('invitation')
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState(() => LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'en')
  const [rights, setRights] = useState<RightsValue>({})
  const [showFault, setShowFault] = useState(false)
  const rules = {
    required: true,
    requiredText: t('form.requiredField'),
    maxLength: MAX_EMAIL_LENGTH,
    maxLengthText: t('form.maxLength', { count: MAX_EMAIL_LENGTH }),
    check: (value: string) => (emailSchema.safeParse(value).success ? undefined : t('form.invalidEmail')),
  }
  const inputs = toRightInputs(rights)
  const isValid = inputFault(email, rules) === undefined && inputs.length > 0 && !lacksStores(rights)
  const send = () => {
    setShowFault(true)
    if (!isValid) return
    void act(async () => {
      const { email: invited } = await callApi(invitations.create, {
        body: { email: email.trim(), language, rights: inputs },
      })
      onClose()
      return t('people.invited', { email: invited })
    })
  }
  const lacksRight = showFault && inputs.length === 0
  return { email, setEmail, language, setLanguage, rights, setRights, rules, showFault, lacksRight, isBusy, send }
}

/** Invites a person by email to rights in stores. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const languages = useLanguages()
  const form = useInvitation(onClose)
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} fullWidth fullScreen="below-sm">
      <DialogTitle id={`${id}-title`}>{t('people.inviteTitle')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <TextInput
            {...form.rules}
            label={t('users.email')}
            value={form.email}
            onChange={form.setEmail}
            showFault={form.showFault}
            hint={t('people.inviteHint')}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="off"
            autoFocus
          />
          <SelectInput
            label={t('people.language')}
            name="language"
            value={form.language}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={form.setLanguage}
          />
          <RightsFields value={form.rights} onChange={form.setRights} showFault={form.showFault} />
          {form.lacksRight && (
            <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
              {t('people.noRight')}
            </Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('common.cancel')}</ActionButton>
        <ActionButton variant="contained" loading={form.isBusy} onClick={form.send}>
          {t('people.sendInvitation')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
