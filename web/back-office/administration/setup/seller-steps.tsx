import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type OperatorSettings, settings } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { termsTemplate } from '#domain/administration/terms-template.ts'
import { toTermsValues, LanguageFields } from '#web/back-office/administration/settings/language-fields.tsx'
import { OperatorFields, useOperatorForm } from '#web/back-office/administration/settings/operator-section.tsx'
import { useTermsForm } from '#web/back-office/administration/settings/terms-section.tsx'
import { loneLink, NextStep, SetupForm, setupPath, type StepProps } from '#web/back-office/kit/setup/setup-form.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'

/** The details that receipts and shoppers need of the company. */
export function CompanyStep({ isDone }: StepProps) {
  const { data } = useQuery(queryFor(settings.operator))
  return data ? <CompanyForm key={data.revision} saved={data} isDone={isDone} /> : <RecordLoading />
}

// Without these no store can be published, and shoppers could not reach the company.
const REQUIRED_FIELDS = ['name', 'business_id', 'address', 'email'] as const

function CompanyForm({ saved, isDone }: StepProps & { saved: OperatorSettings }) {
  const { t } = useTranslation()
  const { email, phone } = useUser()
  const navigate = useNavigate()
  const proposed = useMemo(
    () => ({ ...saved, email: saved.email || email, phone: saved.phone || (phone ?? '') }),
    [saved, email, phone],
  )
  const form = useOperatorForm(proposed, {
    required: REQUIRED_FIELDS,
    onSaved: () => void navigate(setupPath('terms')),
  })
  return (
    <SetupForm form={form} saveText={t('setup.save')} more={!isDone && <NextStep view="company" />}>
      <Typography color="textSecondary">{t('settings.operatorLead')}</Typography>
      <OperatorFields form={form} required={REQUIRED_FIELDS} country={saved.country} />
    </SetupForm>
  )
}

/** A template of the terms, to be edited and published. */
export function TermsStep({ isDone }: StepProps) {
  const { t } = useTranslation()
  const { data: seller } = useQuery(queryFor(settings.operator))
  if (!seller) return <RecordLoading />
  if (!isDone) return <TermsForm seller={seller} />
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{t('setup.termsPublished')}</Typography>
      <MuiLink component={Link} to={`${PATHS.settings}/terms`} sx={loneLink}>
        {t('seller.parts.terms')}
      </MuiLink>
      <NextStep view="terms" isDone />
    </Box>
  )
}

function TermsForm({ seller }: { seller: OperatorSettings }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const template = useMemo(() => toTermsValues(termsTemplate(seller)), [seller])
  const form = useTermsForm(undefined, { template, onSaved: () => void navigate(setupPath('store')) })
  const language = LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'en'
  return (
    <SetupForm form={form} saveText={t('setup.publish')} more={<NextStep view="terms" />}>
      <Typography color="textSecondary">{t('setup.termsLead')}</Typography>
      <LanguageFields form={form} hint={t('settings.termsTextHint')} initial={language} />
    </SetupForm>
  )
}
